/** What becomes of a key once its reconcile has ended. */
import { toMs } from '@kubewright/core'
import type { Task } from '@kubewright/queue'
import type { Reason } from './reason.ts'
import type { ReconcileResult } from './reconcile-record.ts'
import type { RunResult } from './reconcile-run.ts'
import { waitAfter } from './remake-guard.ts'

export function conclude(task: Task<string, Reason>, result: RunResult): ReconcileResult {
  if (result.type !== 'ran') return { type: result.type }
  const { outcome } = result
  if (outcome.kind === 'done') return { type: 'success' }
  task.again(outcome.after, { reason: { type: 'again' } })
  return { type: 'requeue_after', afterMs: toMs(outcome.after) }
}

/** @param signal that of the whole run: what fails because the process stops was not too slow */
export function fail(task: Task<string, Reason>, error: unknown, signal: AbortSignal): ReconcileResult {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code
  const isTerminal = code === 'KW_CONTROLLER_TERMINAL'
  const isTimeout = code === 'KW_CONTROLLER_TIMEOUT' && !signal.aborted
  const waitMs = waitAfter(error)
  if (waitMs !== undefined) task.again(waitMs, { reason: { type: 'retry' } })
  else if (!isTerminal) task.retry({ reason: { type: 'retry' } })
  return { type: 'error', error, isTerminal, isTimeout }
}
