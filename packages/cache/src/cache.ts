/**
 * Local copies of objects, kept current by watches and shared by the whole process.
 *
 * Guarantees
 * - Readers never see a partial list: a relist replaces the old state atomically.
 * - **Read your writes.** After `wrote(object)` no read of that object, no list and no index shows anything older, until
 *   the watch has caught up with the write; nor after that, whatever a lagging server sends.
 * - Every subscriber receives the last change of every object. Intermediate changes may be skipped.
 *
 * Objects are read-only and shared: mutating one corrupts it for all readers. Under test they are frozen.
 */
import type { KubeObject, Ref } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { IndexDefinition } from './index-definition.ts'
import type { ReadScope } from './object-reader.ts'
import type { AskedChange } from './requested-change.ts'
import type { Source, SourceOptions, SourceScope } from './source.ts'

/** A write of this process that is in flight. */
export interface WriteWindow extends Disposable {
  /**
   * The write returned this state of the object: reads return it from now on.
   *
   * @param asked the requested change: a no-op write returns a state that another client wrote
   */
  wrote(object: KubeObject, asked: AskedChange): void
  /**
   * The write removed the object: it no longer exists, rather than being marked for deletion.
   *
   * @param uid of the removed object, if the server returned it
   */
  removed(uid?: string): void
}

/** Reads of objects of any watched kind from a cache, never from the server. */
export interface CacheReads {
  /**
   * Reads from the source that holds every object of the kind in the requested namespace; otherwise from the widest partial
   * source there, if one includes all others. Whole objects are preferred over metadata.
   *
   * Failure: `KW_CACHE_NOT_FOLLOWED` if there is no such source, or several partial ones and none includes the others;
   * `KW_CACHE_NOT_SYNCED` if it has not synced: a missing object would look like one that does not exist.
   */
  get<R extends Resource>(resource: R, ref: Ref): ObjectOf<R> | undefined
  list<R extends Resource>(resource: R, scope?: ReadScope): readonly ObjectOf<R>[]
  /** The same among the sources that have the index. Failure: `KW_CACHE_INDEX` if none has it. */
  find<R extends Resource>(index: IndexDefinition<R>, value: string, scope?: ReadScope): readonly ObjectOf<R>[]
}

/** Local copies of objects, kept current by watches. Reads are synchronous and see the writes recorded by `readYourWrites`. */
export interface Cache extends CacheReads, AsyncDisposable {
  /** A hold on the source of the kind in the scope. The first hold starts it. Dispose the hold when done. */
  source<R extends Resource>(resource: R, scope?: SourceScope, options?: SourceOptions<ObjectOf<R>>): Source<R>

  /**
   * The same reads for one of several users of a cache. Kinds that are among these sources are read from them alone, so that
   * results do not depend on what other users watch. All other kinds are read as usual.
   *
   * @param sources may grow afterwards
   */
  preferring(sources: readonly Source[]): CacheReads

  /**
   * Marks the object as being written by this process until the result is disposed. Subscribers receive its changes only
   * after that, so that a watch event that arrives before the response is still recognized as an echo.
   *
   * @param writer the name that `echoOf` will have
   */
  writing(resource: Resource, ref: Ref, writer?: string): WriteWindow
  /** Records an object that this process created: reads return it from now on. */
  wrote<R extends Resource>(resource: R, object: ObjectOf<R>, writer?: string): void

  /** All sources, for readiness, metrics and the dashboard. */
  readonly sources: readonly Source[]
}
