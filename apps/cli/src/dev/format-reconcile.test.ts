import type { Reason } from '@kubewright/controller'
import { expect, it } from 'vitest'
import { paintFor } from '../terminal/paint.ts'
import { formatReconcile } from './format-reconcile.ts'
import type { ReconcileMessage, SentResult } from './reconcile-message.ts'

const plain = paintFor({ write: () => undefined }, { environment: {} })
const updated: Reason = {
  type: 'owned',
  object: { group: 'apps', kind: 'Deployment', name: 'blog', namespace: 'default' },
  change: 'updated',
}

interface Row {
  readonly reasons: readonly Reason[]
  readonly result: SentResult
  readonly changed?: number
  readonly line: string
}

const rows: readonly Row[] = [
  { reasons: [{ type: 'changed' }], result: { type: 'success' }, line: '✓ websites default/blog: changed, 12 ms' },
  {
    reasons: [updated, updated],
    result: { type: 'success' },
    changed: 1,
    line: '✓ websites default/blog: owned Deployment default/blog updated ×2, 12 ms, 1 write',
  },
  {
    reasons: [{ type: 'created' }, { type: 'triggered', by: 'the hub' }],
    result: { type: 'requeue_after', afterMs: 60_000 },
    changed: 3,
    line: '↻ websites default/blog: created and triggered by the hub, again in 1m, 12 ms, 3 writes',
  },
  {
    reasons: [{ type: 'created' }, { type: 'retry' }, { type: 'retry' }],
    result: { type: 'success' },
    line: '✓ websites default/blog: retry, 12 ms',
  },
  {
    reasons: [{ type: 'created' }, { type: 'retry' }, { type: 'retry' }, updated],
    result: { type: 'success' },
    line: '✓ websites default/blog: owned Deployment default/blog updated, 12 ms',
  },
  {
    reasons: [{ type: 'retry' }],
    result: { type: 'error', message: 'no such zone', isTerminal: false },
    line: '✗ websites default/blog: retry, no such zone, will be tried again, 12 ms',
  },
  {
    reasons: [{ type: 'changed' }],
    result: { type: 'error', message: 'no such zone', isTerminal: true },
    line: '✗ websites default/blog: changed, no such zone, waits for an edit, 12 ms',
  },
  {
    reasons: [{ type: 'changed' }],
    result: { type: 'paused' },
    line: '⏸ websites default/blog: changed, paused, 12 ms',
  },
  { reasons: [{ type: 'deleted' }], result: { type: 'gone' }, line: '✓ websites default/blog: deleted, gone, 12 ms' },
]

it.each(rows)('a reconcile is formatted as: $line', ({ reasons, result, changed = 0, line }) => {
  const message: ReconcileMessage = {
    type: 'reconcile',
    id: '1',
    controller: 'websites',
    object: { name: 'blog', namespace: 'default' },
    reasons,
    startedAt: Date.UTC(2026, 0, 1, 12, 30, 5),
    durationMs: 12.4,
    result,
    writes: { sent: changed, changed },
  }
  expect(formatReconcile(message, plain)).toBe(`12:30:05 ${line}`)
})
