/** The record of one reconcile. */
import type { Ref } from '@kubewright/core'
import type { Reason } from '../request/reason.ts'

/** The record of one finished reconcile: its reasons, duration, result and writes. */
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
  /** Number of writes sent, and number of those that changed the object. */
  readonly writes: { readonly sent: number; readonly changed: number }
  /** The first writes, in order of response. Absent if there were none. */
  readonly written?: readonly WrittenObject[]
  /** Calls of `ctx` that were not awaited, each with its line. */
  readonly notAwaited?: readonly string[]
}

/** One write of a reconcile. */
export interface WrittenObject {
  /** `create`, `apply`, `status.patch`, … */
  readonly verb: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  /** Whether the write changed the object. */
  readonly hasChanged: boolean
}

/** The result names of controller-runtime's metrics, plus `paused` and `gone`. */
export type ReconcileResult =
  | { readonly type: 'success' | 'paused' | 'gone' }
  | { readonly type: 'requeue_after'; readonly afterMs: number }
  | {
      readonly type: 'error'
      readonly error: unknown
      readonly isTerminal: boolean
      readonly isTimeout: boolean
    }
