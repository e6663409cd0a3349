import { TerminalError } from '@kubewright/controller'
import { expect, it } from 'vitest'
import { ExternalError, failureOf } from './call-failure.ts'

const withStatus = (status: number, more: object = {}) => Object.assign(new Error('no'), { status, ...more })

it.each([
  { name: 'a plain error', error: new Error('reset'), says: {} },
  { name: 'a thrown string', error: 'oops', says: {} },
  { name: 'a thrown undefined', error: undefined, says: {} },
  { name: 'status 422, so nothing was done', error: withStatus(422), says: { nothingDone: true } },
  { name: 'status 408, so the call may have taken effect', error: withStatus(408), says: {} },
  { name: 'status 500, so the call may have taken effect', error: withStatus(500), says: {} },
  {
    name: 'statusCode instead of status',
    error: Object.assign(new Error('no'), { statusCode: 400 }),
    says: { nothingDone: true },
  },
  { name: 'a gRPC code, which is no HTTP status', error: Object.assign(new Error('no'), { code: 5 }), says: {} },
  { name: 'status 404', error: withStatus(404), says: { nothingDone: true, isNotFound: true } },
  { name: 'status 410', error: withStatus(410), says: { nothingDone: true, isNotFound: true } },
  { name: 'status 429', error: withStatus(429), says: { nothingDone: true, isThrottled: true } },
  {
    name: 'status 429 with Retry-After in seconds',
    error: withStatus(429, { headers: new Headers({ 'retry-after': '7' }) }),
    says: { nothingDone: true, isThrottled: true, retryAfterMs: 7_000 },
  },
  {
    name: 'status 503 with Retry-After as a date',
    error: withStatus(503, { headers: { 'retry-after': 'Thu, 01 Jan 1970 00:00:30 GMT' } }),
    says: { isThrottled: true, retryAfterMs: 20_000 },
  },
  {
    name: 'status 429 with Retry-After beyond the cap of one hour',
    error: withStatus(429, { headers: { 'retry-after': '999999999' } }),
    says: { nothingDone: true, isThrottled: true, retryAfterMs: 3_600_000 },
  },
  {
    name: 'a TerminalError',
    error: new TerminalError('no such tier'),
    says: { nothingDone: true, isTerminal: true },
  },
  {
    name: 'an ExternalError with retryAfter',
    error: new ExternalError('quota', { retryAfter: '1m' }),
    says: { nothingDone: true, isThrottled: true, retryAfterMs: 60_000 },
  },
])('a failed provider call is classified: $name', ({ error, says }) => {
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

it('the message of a failed provider call is truncated, and never empty', () => {
  expect(failureOf(new Error('x'.repeat(5_000))).message).toHaveLength(1_000)
  expect(failureOf(new Error('')).message).toBe('it failed without a message')
})
