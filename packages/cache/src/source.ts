/** One watch of one kind in one scope, kept alive by itself and shared by all who follow it. */
import type { Duration, KubeObject } from '@kubewright/core'
import type { ObjectOf, Resource } from '@kubewright/resource'
import type { Change } from './change.ts'
import type { IndexDefinition } from './index-definition.ts'
import type { ObjectReader } from './object-reader.ts'
import type { SourceState } from './source-state.ts'

/** Which objects a source follows. Sources of the same kind and scope are one. */
export interface SourceScope {
  /** @default all namespaces */
  readonly namespace?: string
  /** In the form of `kubectl -l`. */
  readonly labels?: string
  /** In the form of `kubectl --field-selector`. */
  readonly fields?: string
}

/** How a source holds what it follows. All who share a source have to agree; who says nothing agrees with anything. */
export interface SourceOptions<Object extends KubeObject = KubeObject> {
  /** Follow metadata alone: a tenth of the memory where only existence, labels or owners matter. @default false */
  readonly metadataOnly?: boolean
  /**
   * What is kept of each object. Runs once an object, before anybody sees it; may not change name, namespace, uid or
   * version: a source whose transform does, or throws, fails and says so.
   *
   * @default everything
   */
  readonly transform?: (object: Object) => Object
  /** Keep `metadata.managedFields`, which are often half of an object and rarely wanted. @default false */
  readonly keepsManagedFields?: boolean
  /**
   * `objects` are decoded once and kept, and shared by all readers. `bytes` are kept compressed and decoded with each read: a
   * fraction of the memory, for kinds of which there are many, or large ones, that are rarely read.
   *
   * @default 'objects'
   */
  readonly holds?: 'objects' | 'bytes'
  /**
   * Is shown each object as the server sent it, managed fields and all, before anything is cut off. Everybody who shares a
   * source may have one of his own. Whoever comes when a watch is under way sees managed fields only after the next.
   *
   * @default nobody looks
   */
  readonly inspect?: (object: KubeObject) => void
}

export interface Source<R extends Resource = Resource> extends ObjectReader<ObjectOf<R>>, Disposable {
  readonly resource: R
  readonly scope: SourceScope
  readonly state: SourceState
  /** About how many bytes of memory its objects take. Looks at a few of them: ask now and then, not all the time. */
  readonly estimatedBytes: number
  /** How long ago the server was last heard, if ever; a live one is heard about every minute, if only by a bookmark. */
  readonly silentMs: number | undefined
  /** Whether it has ever held everything there was: until then, that an object is missing means nothing. */
  readonly isSynced: boolean
  /** Resolves once `isSynced`. Rejects when aborted, stopped, or after `timeout`: then with what it waits for. */
  synced(options?: { readonly signal?: AbortSignal; readonly timeout?: Duration }): Promise<void>
  /**
   * Calls `listener` with every change until the result is disposed; first, with `isInitial`, with every object there is
   * once the source is synced. In order for each object; a listener that throws is reported and disturbs nobody.
   */
  subscribe(listener: (change: Change<ObjectOf<R>>) => void): Disposable
  /** Keeps an index from now on. Adding the same definition twice costs nothing. */
  addIndex(index: IndexDefinition<R>): void
  /** Lets go of this hold on the source. The watch ends when nobody holds it. */
  [Symbol.dispose](): void
}
