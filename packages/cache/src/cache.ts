/**
 * Local copies of objects, kept true by watches and shared by everybody in the process.
 *
 * Guarantees
 * - Readers never see half a list: a source that has to start over swaps the old state for the new one at once.
 * - **Read your writes.** After `wrote(object)` no read of that object, no list and no index shows anything older, until
 *   the watch has caught up with the write; nor after that, whatever a lagging server sends.
 * - Every follower hears of every object's last change. Changes in between may be left out.
 *
 * Objects are read-only, and shared: whoever changes one breaks it for all. Under test they are frozen.
 */
import type { KubeObject, Ref } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { AskedChange } from './asked-change.ts'
import type { IndexDefinition } from './index-definition.ts'
import type { ReadScope } from './object-reader.ts'
import type { Source, SourceOptions, SourceScope } from './source.ts'

/** A write of this process that is under way. */
export interface WriteWindow extends Disposable {
  /**
   * It returned this state of the object: reads show it from now on.
   *
   * @param asked what it asked for: a write that changes nothing returns what somebody else wrote
   */
  wrote(object: KubeObject, asked: AskedChange): void
  /**
   * It removed the object, which is gone and not merely going.
   *
   * @param uid of the object that was removed, if the server said so
   */
  removed(uid?: string): void
}

export interface CacheReads {
  /**
   * Reads from the source that knows everything of the kind in the namespace that is asked for; or from the part of the kind
   * that is followed there, if one includes all others. Whole objects go before metadata alone.
   *
   * Failure: `KW_CACHE_NOT_FOLLOWED` if no source does, or it is not clear which part is meant; `KW_CACHE_NOT_SYNCED` if it
   * has not heard everything yet: a missing object would be taken for one that does not exist.
   */
  get<R extends Resource>(resource: R, ref: Ref): ObjectOf<R> | undefined
  list<R extends Resource>(resource: R, scope?: ReadScope): readonly ObjectOf<R>[]
  /** The same among the sources that keep the index. Failure: `KW_CACHE_INDEX` if none does. */
  find<R extends Resource>(index: IndexDefinition<R>, value: string, scope?: ReadScope): readonly ObjectOf<R>[]
}

export interface Cache extends CacheReads, AsyncDisposable {
  /** A hold on the source of the kind in the scope; starts it if nobody else holds it. Dispose the hold when done. */
  source<R extends Resource>(resource: R, scope?: SourceScope, options?: SourceOptions<ObjectOf<R>>): Source<R>

  /**
   * The same reads for one of several who share a cache: of kinds that are among these sources from those alone, so that what
   * is found does not depend on who else follows what; of all others as ever.
   *
   * @param sources may grow afterwards
   */
  preferring(sources: readonly Source[]): CacheReads

  /**
   * Says that this process writes the object from now until the result is disposed. Followers hear of it only then, so that an
   * echo that comes before the answer is known for what it is.
   *
   * @param writer who writes, as `echoOf` will name it
   */
  writing(resource: Resource, ref: Ref, writer?: string): WriteWindow
  /** Notes an object that this process made: reads show it from now on. */
  wrote<R extends Resource>(resource: R, object: ObjectOf<R>, writer?: string): void

  /** Every source there is, for readiness, metrics and the dashboard. */
  readonly sources: readonly Source[]
}
