import { TerminalError } from '@kubewright/controller'
import { expect, it } from 'vitest'
import { ExternalError, failureOf } from './call-failure.ts'

const withStatus = (status: number, more: object = {}) => Object.assign(new Error('no'), { status, ...more })

it.each([
  { name: 'a plain error', error: new Error('reset'), says: {} },
  { name: 'what is no error', error: 'oops', says: {} },
  { name: 'nothing at all', error: undefined, says: {} },
  { name: 'a refusal', error: withStatus(422), says: { nothingDone: true } },
  { name: 'a request that timed out there', error: withStatus(408), says: {} },
  { name: 'a failure of the server', error: withStatus(500), says: {} },
  {
    name: 'a status by another name',
    error: Object.assign(new Error('no'), { statusCode: 400 }),
    says: { nothingDone: true },
  },
  { name: 'a code of gRPC', error: Object.assign(new Error('no'), { code: 5 }), says: {} },
  { name: 'not found', error: withStatus(404), says: { nothingDone: true, isNotFound: true } },
  { name: 'gone', error: withStatus(410), says: { nothingDone: true, isNotFound: true } },
  { name: 'too many', error: withStatus(429), says: { nothingDone: true, isThrottled: true } },
  {
    name: 'too many, and until when',
    error: withStatus(429, { headers: new Headers({ 'retry-after': '7' }) }),
    says: { nothingDone: true, isThrottled: true, retryAfterMs: 7_000 },
  },
  {
    name: 'unavailable, and until when, as a date',
    error: withStatus(503, { headers: { 'retry-after': 'Thu, 01 Jan 1970 00:00:30 GMT' } }),
    says: { isThrottled: true, retryAfterMs: 20_000 },
  },
  {
    name: 'a pause that nobody would wait for',
    error: withStatus(429, { headers: { 'retry-after': '999999999' } }),
    says: { nothingDone: true, isThrottled: true, retryAfterMs: 3_600_000 },
  },
  {
    name: 'one that only an edit helps',
    error: new TerminalError('no such tier'),
    says: { nothingDone: true, isTerminal: true },
  },
  {
    name: 'one that knows',
    error: new ExternalError('quota', { retryAfter: '1m' }),
    says: { nothingDone: true, isThrottled: true, retryAfterMs: 60_000 },
  },
])('$name is read', ({ error, says }) => {
  const { message: _, ...facts } = failureOf(error, 10_000)
  const usual = {
    nothingDone: false,
    isNotFound: false,
    isTerminal: false,
    isThrottled: false,
    retryAfterMs: undefined,
  }
  expect(facts).toEqual({ ...usual, ...says })
})

it('messages are cut, and never empty', () => {
  expect(failureOf(new Error('x'.repeat(5_000))).message).toHaveLength(1_000)
  expect(failureOf(new Error('')).message).toBe('it failed without saying why')
})
