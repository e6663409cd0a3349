/** What the process of an operator tells about each reconcile: a record, with nothing in it that cannot be sent. */
import type { ReconcileRecord } from '@kubewright/controller'
import { isKubewrightError } from '@kubewright/core'
import type { OperatorReport } from '@kubewright/dashboard'
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

/** What the process of an operator tells of itself. */
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

/** What arrives comes from a process of the user's: anything may send anything. */
export function isOperatorMessage(message: unknown): message is OperatorMessage {
  return typeof message === 'object' && message !== null && 'type' in message && told.includes(message.type)
}
