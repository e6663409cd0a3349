import { expect, it } from 'vitest'
import { isReconcileMessage, toMessage } from './reconcile-message.ts'

const record = {
  id: '1',
  controller: 'websites',
  object: { name: 'blog' },
  reasons: [],
  startedAt: 0,
  durationMs: 1,
  writes: { sent: 0, changed: 0 },
}

it.each([
  { error: new Error('no such zone'), message: 'no such zone' },
  { error: undefined, message: 'undefined' },
  { error: ['odd'], message: 'odd' },
])('a failure is sent as its message: $message', ({ error, message }) => {
  const sent = toMessage({ ...record, result: { type: 'error', error, isTerminal: true, isTimeout: false } })
  expect(JSON.parse(JSON.stringify(sent)).result).toEqual({ type: 'error', message, isTerminal: true })
})

it.each([undefined, null, 'reconcile', 7, {}, { type: 'other' }])('%j is no such message', (message) => {
  expect(isReconcileMessage(message)).toBe(false)
})
