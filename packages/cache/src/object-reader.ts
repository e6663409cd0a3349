/** Reads from a cache: synchronous, never from the server. Returned objects are read-only. */
import type { KubeObject, Ref } from '@kubewright/core'
import type { IndexDefinition } from './index-definition.ts'

export interface ReadScope {
  readonly namespace?: string
  /** In the form of `kubectl -l`. */
  readonly labels?: string
}

export interface ObjectReader<Object extends KubeObject = KubeObject> {
  get(ref: Ref): Object | undefined
  list(scope?: ReadScope): readonly Object[]
  /**
   * The objects for which the index yields `value`.
   *
   * Failure: `KW_CACHE_INDEX` if the source does not have the index.
   */
  find(index: IndexDefinition, value: string, scope?: ReadScope): readonly Object[]
  /** Number of objects. */
  readonly size: number
}
