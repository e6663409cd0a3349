/** One watch of one kind in one scope, self-healing and shared by all its users. */
import type { Duration, KubeObject } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Change } from './change.ts'
import type { IndexDefinition } from './index-definition.ts'
import type { ObjectReader } from './object-reader.ts'
import type { SourceState } from './source-state.ts'

/** The objects of a source. Sources of the same kind and scope are shared. */
export interface SourceScope {
  /** @default all namespaces */
  readonly namespace?: string
  /** A label selector in the syntax of `kubectl -l`. */
  readonly labels?: string
  /** A field selector in the syntax of `kubectl --field-selector`. */
  readonly fields?: string
}

/** How a source holds its objects. All users of a shared source must agree; an option that is not set agrees with any value. */
export interface SourceOptions<Item extends KubeObject = KubeObject> {
  /** Watch metadata only: a tenth of the memory where only existence, labels or owners matter. @default false */
  readonly metadataOnly?: boolean
  /**
   * Reduces each object before it is stored. Runs once per object version. It must keep name, namespace, uid and
   * resourceVersion: a transform that changes them or throws puts the source into `failing`.
   *
   * @default everything
   */
  readonly transform?: (object: Item) => Item
  /** Keep `metadata.managedFields`, which are often half of an object and rarely wanted. @default false */
  readonly keepsManagedFields?: boolean
  /**
   * `objects` are decoded once and shared by all readers. `bytes` are kept compressed and decoded on each read: a fraction of
   * the memory, for kinds with many or large objects that are rarely read.
   *
   * @default 'objects'
   */
  readonly holds?: 'objects' | 'bytes'
  /**
   * Called with each object as the server sent it, including managed fields, before anything is stripped. Every user of a
   * shared source may have one. If it is added while a watch is open, it sees managed fields only from the next watch on.
   *
   * @default none
   */
  readonly inspect?: (object: KubeObject) => void
}

/** A hold on the shared watch of one kind in one scope, to read and subscribe to its objects. */
export interface Source<R extends Resource = Resource> extends ObjectReader<ObjectOf<R>>, Disposable {
  readonly resource: R
  readonly scope: SourceScope
  readonly state: SourceState
  /** Estimated memory of its objects in bytes. Samples a few of them: do not read it in a hot path. */
  readonly estimatedBytes: number
  /** Time since the last event from the server, if any. A live watch has one about every minute, if only a bookmark. */
  readonly silentMs: number | undefined
  /** Whether it has ever held a complete list. Before that, a missing object means nothing. */
  readonly isSynced: boolean
  /** Resolves once `isSynced`. Rejects when aborted, stopped, or after `timeout` with the reason it has not synced. */
  synced(options?: { readonly signal?: AbortSignal; readonly timeout?: Duration }): Promise<void>
  /**
   * Calls `listener` with every change until the result is disposed; first with every existing object, with `isInitial`, once
   * the source is synced. Ordered per object. An error of a listener is reported and does not affect other listeners.
   */
  subscribe(listener: (change: Change<ObjectOf<R>>) => void): Disposable
  /**
   * Adds an index. Adding the same definition twice is a no-op.
   *
   * @param failed receives the errors of the index function, instead of `report` of the cache, until this hold is disposed. If
   *   several users of the source added the index with one, the first of them receives each error.
   */
  addIndex(index: IndexDefinition<R>, failed?: (error: Error, object: ObjectOf<R>) => void): void
  /** Releases this hold. The watch ends with the last hold. */
  [Symbol.dispose](): void
}
