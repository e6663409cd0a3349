/** Decides the next step for a key whose reconcile has ended. */
import { toMs } from '@kubewright/core'
import type { Task } from '@kubewright/queue'
import { isTerminal } from '../definition/terminal-error.ts'
import type { Reason } from '../request/reason.ts'
import type { ReconcileResult } from '../host/reconcile-record.ts'
import type { RunResult } from '../reconcile/reconcile-run.ts'
import { waitAfter } from '../children/recreation-guard.ts'

/** @param pace maps the requested delay to the actual one; called at the end of every reconcile that ran */
export function conclude(
  task: Task<string, Reason>,
  result: RunResult,
  pace: (askedMs: number | undefined) => number,
): ReconcileResult {
  if (result.type !== 'ran') return { type: result.type }
  const { outcome } = result
  const afterMs = pace(outcome.kind === 'done' ? undefined : toMs(outcome.after))
  if (outcome.kind === 'done') return { type: 'success' }
  task.again(afterMs, { reason: { type: 'again' } })
  return { type: 'requeue_after', afterMs }
}

/** @param signal the signal of the whole run: a failure caused by shutdown is not a timeout */
export function fail(task: Task<string, Reason>, error: unknown, signal: AbortSignal): ReconcileResult {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code
  const isTimeout = code === 'KW_CONTROLLER_TIMEOUT' && !signal.aborted
  const waitMs = waitAfter(error)
  if (waitMs !== undefined) task.again(waitMs, { reason: { type: 'retry' } })
  else if (!isTerminal(error)) task.retry({ reason: { type: 'retry' } })
  return { type: 'error', error, isTerminal: isTerminal(error), isTimeout }
}
