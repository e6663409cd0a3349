import { KubewrightError } from '@kubewright/core'
import { expect, it } from 'vitest'
import { isOperatorMessage, toMessage } from './reconcile-message.ts'

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
])('a reconcile failure is sent as its message: $message', ({ error, message }) => {
  const sent = toMessage({ ...record, result: { type: 'error', error, isTerminal: true, isTimeout: false } })
  expect(JSON.parse(JSON.stringify(sent)).result).toEqual({ type: 'error', message, isTerminal: true })
})

it('a reconcile failure with a code is sent with the code', () => {
  const error = new KubewrightError('KW_CORE_DURATION', { what: 'read', why: 'odd', next: 'Write another.' })
  const { result } = toMessage({ ...record, result: { type: 'error', error, isTerminal: false, isTimeout: false } })
  expect(result).toMatchObject({ code: 'KW_CORE_DURATION', message: 'Cannot read: odd. Write another.' })
})

it.each([undefined, null, 'reconcile', 7, {}, { type: 'other' }])('%j is not an operator message', (message) => {
  expect(isOperatorMessage(message)).toBe(false)
})
