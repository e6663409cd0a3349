/** Reading what a cache holds. Never waits, never asks the server; what it returns is read-only and may not be changed. */
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
   * Failure: `KW_CACHE_INDEX` if the index is not kept.
   */
  find(index: IndexDefinition, value: string, scope?: ReadScope): readonly Object[]
  /** How many objects it holds. */
  readonly size: number
}
