/** What the process of an operator tells about each reconcile: a record, with nothing in it that cannot be sent. */
import type { ReconcileRecord } from '@kubewright/controller'

export interface ReconcileMessage extends Omit<ReconcileRecord, 'result'> {
  readonly type: 'reconcile'
  readonly result: SentResult
}

export type SentResult =
  | { readonly type: 'success' | 'paused' | 'gone' }
  | { readonly type: 'requeue_after'; readonly afterMs: number }
  | { readonly type: 'error'; readonly message: string; readonly isTerminal: boolean }

export function toMessage(record: ReconcileRecord): ReconcileMessage {
  return { ...record, type: 'reconcile', result: toResult(record.result) }
}

function toResult(result: ReconcileRecord['result']): SentResult {
  if (result.type !== 'error') return result
  const { error, isTerminal } = result
  return { type: 'error', message: error instanceof Error ? error.message : String(error), isTerminal }
}

/** What arrives comes from a process of the user's: anything may send anything. */
export function isReconcileMessage(message: unknown): message is ReconcileMessage {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'reconcile'
}
