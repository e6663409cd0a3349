/** A change as delivered to the subscribers of a kind. */
import type { KubeObject } from '@kubewright/core'

/** The type of a change of an object in the cache. */
export type ChangeType = 'added' | 'updated' | 'deleted'

/** A change of an object, as delivered to the subscribers of a source. */
export interface Change<Item extends KubeObject = KubeObject> {
  readonly type: ChangeType
  /** For `deleted`: the last known state. */
  readonly object: Item
  /**
   * The state before; `undefined` for `added`. If this process created an object and another client removed it before
   * subscribers saw it, only `deleted` is delivered, with the created state as `previous`.
   */
  readonly previous: Item | undefined
  /** Whether the object already existed at subscription: it may not have changed for years. */
  readonly isInitial: boolean
  /**
   * The writer, if this change is only the echo of a write of this process: the writer knows it already, and no other client
   * has changed the object since.
   */
  readonly echoOf: string | undefined
  /** When the cache received it, as `clock.elapsed()`: latency is measured from here. */
  readonly heardAt: number
}
