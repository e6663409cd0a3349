/** The interface that a running controller offers to its host. */
import type { Ref } from '@kubewright/core'
import type { QueueSnapshot } from '@kubewright/queue'
import type { Reason } from '../request/reason.ts'
import type { HotLoop } from './controller-observer.ts'
import type { ReconcileRecord } from './reconcile-record.ts'
import type { TriggerState } from './trigger-state.ts'

/** A controller bound to a host: starts its watches, works off its queue and reports its state. */
export interface RunningController extends AsyncDisposable {
  readonly name: string
  /** Starts its watches and fills the queue; nothing is reconciled yet. Resolves once its caches are synced. */
  start(signal: AbortSignal): Promise<void>
  /**
   * Reconciles until `stop` is aborted, then waits for reconciles in flight and pending events, and resolves. `kill` aborts those
   * too: `ctx.signal` follows it. May be called again afterwards, when the process may act again.
   */
  work(stop: AbortSignal, kill?: AbortSignal): Promise<void>
  /** Requests a reconcile. */
  trigger(object: Ref, by: string): void
  /** The last reconciles, newest first: of one object, or of all. */
  history(object?: Ref): readonly ReconcileRecord[]
  readonly queue: QueueSnapshot<string, Reason>
  /** Health of its triggers. */
  readonly triggers: readonly TriggerState[]
  /** How many events could not be written. */
  readonly droppedEvents: number
  /** Objects whose reconciles requeue immediately without end. They are backed off. */
  readonly hotLoops: readonly HotLoop[]
  /** Work in flight or due now, as readable lines; empty when idle. */
  readonly activity: readonly string[]
}
