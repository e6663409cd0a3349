/** Observes the queue and the reconciles of a controller. */
import type { Ref } from '@kubewright/core'
import type { QueueObserver } from '@kubewright/queue'
import type { ReconcileRecord } from './reconcile-record.ts'

/** Callbacks for the queue and the reconciles of a controller, for metrics and diagnostics. */
export interface ControllerObserver {
  readonly queue?: QueueObserver<string>
  started?(
    record: Pick<ReconcileRecord, 'controller' | 'cluster' | 'object' | 'reasons' | 'id'> & {
      readonly waitedMs: number
    },
  ): void
  ended?(record: ReconcileRecord): void
  /** The same object is reconciled over and over without a spec change: triggered by its own writes, or by endless `again(0)`. */
  loops?(loop: HotLoop): void
}

/** An object that is reconciled over and over without a spec change. */
export interface HotLoop {
  readonly controller: string
  /** The cluster of the object, if it is not home. */
  readonly cluster?: string
  readonly object: Ref
  /** The number of reconciles within `withinMs`. */
  readonly reconciles: number
  readonly withinMs: number
}
