/** What a cache tells those who follow a kind. */
import type { KubeObject } from '@kubewright/core'

export type ChangeType = 'added' | 'updated' | 'deleted'

export interface Change<Object extends KubeObject = KubeObject> {
  readonly type: ChangeType
  /** With `deleted`: the last state that was known. */
  readonly object: Object
  /**
   * What was known before; `undefined` with `added`. Of what this process made and somebody else removed before its followers
   * heard of it, only `deleted` is told, with what was made.
   */
  readonly previous: Object | undefined
  /** Whether the object was simply there when following began: it may not have changed for years. */
  readonly isInitial: boolean
  /**
   * Who wrote this, if it is nothing but the echo of a write that this process made: the writer knows it already, and nobody
   * else changed the object since.
   */
  readonly echoOf: string | undefined
  /** When the cache heard of it, as `clock.elapsed()`: how long somebody waits is counted from here. */
  readonly heardAt: number
}
