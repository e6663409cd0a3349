/** The message that the operator's process sends for each reconcile: a serializable record. */
import type { ReconcileRecord } from '@kubewright/controller/host'
import { isKubewrightError } from '@kubewright/core'
import type { OperatorReport } from '@kubewright/dashboard/operators'
import type { DevEvent } from './dev-event.ts'

export interface ReconcileMessage extends Omit<ReconcileRecord, 'result'> {
  readonly type: 'reconcile'
  readonly result: SentResult
}

export type SentResult =
  | { readonly type: 'success' | 'paused' | 'gone' }
  | { readonly type: 'requeue_after'; readonly afterMs: number }
  | { readonly type: 'error'; readonly message: string; readonly isTerminal: boolean; readonly code?: string }

export function toMessage(record: ReconcileRecord): ReconcileMessage {
  return { type: 'reconcile', ...record, result: toResult(record.result) }
}

function toResult(result: ReconcileRecord['result']): SentResult {
  if (result.type !== 'error') return result
  const { error, isTerminal } = result
  const code = isKubewrightError(error) ? { code: error.code } : {}
  return { type: 'error', message: error instanceof Error ? error.message : String(error), isTerminal, ...code }
}

/** The messages of the operator's process. */
export type OperatorMessage =
  | Extract<DevEvent, { readonly type: 'reconcile' | 'queues' | 'due' }>
  | { readonly type: 'ready' }
  | OperatorReport

const told: readonly unknown[] = [
  'reconcile',
  'queues',
  'due',
  'ready',
  'dashboard',
] satisfies readonly OperatorMessage['type'][]

/** Messages are untrusted: the process runs the user's code. */
export function isOperatorMessage(message: unknown): message is OperatorMessage {
  return typeof message === 'object' && message !== null && 'type' in message && told.includes(message.type)
}
