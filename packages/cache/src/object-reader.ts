/** Reads from a cache: synchronous, never from the server. Returned objects are read-only. */
import type { KubeObject, Ref } from '@kubewright/core'
import type { IndexDefinition } from './index-definition.ts'

/** The objects that a list or index lookup returns. All by default. */
export interface ReadScope {
  readonly namespace?: string
  /** A label selector in the syntax of `kubectl -l`. */
  readonly labels?: string
}

/** Synchronous reads of the objects of one kind from a cache. */
export interface ObjectReader<Item extends KubeObject = KubeObject> {
  get(ref: Ref): Item | undefined
  list(scope?: ReadScope): readonly Item[]
  /**
   * The objects for which the index yields `value`.
   *
   * Failure: `KW_CACHE_INDEX` if the source does not have the index.
   */
  find(index: IndexDefinition, value: string, scope?: ReadScope): readonly Item[]
  /** Number of objects. */
  readonly size: number
}
