/** Formats a reconcile as one line: object, cause and result. */
import { formatReason } from '@kubewright/controller'
import { wakingReasons } from '@kubewright/controller/host'
import { formatDuration, formatRef } from '@kubewright/core'
import { escapeControls } from '@kubewright/core/input'
import type { Paint } from '../terminal/paint.ts'
import type { ReconcileMessage, SentResult } from './reconcile-message.ts'

/** `12:30:05 ✓ websites default/blog: owned Deployment default/blog updated, 12 ms, 1 write` */
export function formatReconcile(message: ReconcileMessage, paint: Paint): string {
  const { controller, object, startedAt, result, durationMs, writes } = message
  const time = paint.dim(new Date(startedAt).toISOString().slice(11, 19))
  const facts = [
    onOneLine(whyOf(message)),
    ...afterwards(result),
    `${Math.round(durationMs)} ms`,
    ...(writes.changed === 0 ? [] : [writes.changed === 1 ? '1 write' : `${writes.changed} writes`]),
  ]
  return `${time} ${markOf(result, paint)} ${onOneLine(controller)} ${paint.bold(onOneLine(formatRef(object)))}: ${facts.join(', ')}`
}

/** The triggers of a reconcile. Equal ones are shown once, with a count. */
export function whyOf({ reasons }: Pick<ReconcileMessage, 'reasons'>): string {
  const counts = new Map<string, number>()
  for (const reason of wakingReasons(reasons).map(formatReason)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => (count === 1 ? reason : `${reason} ×${count}`)).join(' and ')
}

export function markOf(result: SentResult, paint: Paint): string {
  if (result.type === 'error') return paint.red('✗')
  if (result.type === 'paused') return paint.yellow('⏸')
  return result.type === 'requeue_after' ? paint.cyan('↻') : paint.green('✓')
}

function afterwards(result: SentResult): readonly string[] {
  switch (result.type) {
    case 'error':
      return [
        onOneLine(result.message),
        ...(result.code === undefined ? [] : [`kubewright explain ${onOneLine(result.code)}`]),
        result.isTerminal ? 'waits for an edit' : 'will be tried again',
      ]
    case 'requeue_after':
      return [`again in ${formatDuration(result.afterMs)}`]
    case 'paused':
    case 'gone':
      return [result.type]
    default:
      return []
  }
}

/** Untrusted text: removes line breaks and escapes control characters, so that it stays on one line. */
export function onOneLine(text: string): string {
  return escapeControls(text.replaceAll(/[\r\n\t]+/g, ' ').trim())
}
