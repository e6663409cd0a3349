/** Triggers reconciles from outside the cluster. */
import type { Clock, Logger, Ref } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'

/** A source of reconcile requests outside the cluster, such as a message queue or a poll. */
export interface Trigger {
  /** Appears in the reasons of the reconciles it triggers. */
  readonly name: string
  /**
   * Calls `wake` with the objects to reconcile until the signal is aborted. If it throws it is restarted with back-off; if it returns
   * it has ended. It runs in every replica, leader or not.
   */
  run(wake: (objects: Iterable<Ref>) => void, signal: AbortSignal, tools: TriggerTools): Promise<void>
}

/** Clock, randomness, logger and health reports, provided to a running trigger. */
export interface TriggerTools {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Reports that it works: for readiness and diagnostics. Calling `wake`, or running for a minute, reports the same. */
  readonly works: () => void
  /** Reports a failure from which it recovers by itself. An error thrown by `run` is recorded without it. */
  readonly fails: (error: unknown) => void
}
