/** What became of one reconcile. */
import type { Ref } from '@kubewright/core'
import type { Reason } from './reason.ts'
import type { WrittenObject } from './write-count.ts'

export interface ReconcileRecord {
  readonly id: string
  readonly controller: string
  /** The cluster of the object, if it is not home. */
  readonly cluster?: string
  readonly object: Ref
  readonly reasons: readonly Reason[]
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly durationMs: number
  readonly result: ReconcileResult
  /** How many writes it made, and how many of those changed something. */
  readonly writes: { readonly sent: number; readonly changed: number }
  /** The first of its writes, in the order in which they were answered. Absent if it made none. */
  readonly written?: readonly WrittenObject[]
  /** Calls of `ctx` that it did not wait for, each with its line. */
  readonly notAwaited?: readonly string[]
}

/** The names controller-runtime's metrics use, and three that say more. */
export type ReconcileResult =
  | { readonly type: 'success' | 'paused' | 'gone' }
  | { readonly type: 'requeue_after'; readonly afterMs: number }
  | {
      readonly type: 'error'
      readonly error: unknown
      readonly isTerminal: boolean
      readonly isTimeout: boolean
    }
