/** What became of one reconcile. */
import type { Ref } from '@kubewright/core'
import type { Reason } from './reason.ts'

export interface ReconcileRecord {
  readonly id: string
  readonly controller: string
  readonly object: Ref
  readonly reasons: readonly Reason[]
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly durationMs: number
  readonly result: ReconcileResult
  /** How many writes it made, and how many of those changed something. */
  readonly writes: { readonly sent: number; readonly changed: number }
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
