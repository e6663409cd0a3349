import { defineErrors } from '@kubewright/core/errors'
import { describe, expect, it } from 'vitest'
import { failureOf, isAway } from './failure.ts'

const raise = defineErrors({
  KW_CLIENT_UNREACHABLE: { summary: '', cause: '', remedy: '' },
  KW_CLIENT_TOO_LARGE: { summary: '', cause: '', remedy: '' },
  KW_CLIENT_CREDENTIALS_INVALID: { summary: '', cause: '', remedy: '' },
  KW_CLIENT_NAME: { summary: '', cause: '', remedy: '' },
})

describe('a failed request of replication', () => {
  it.each([
    { code: 'KW_CLIENT_UNREACHABLE', reason: 'Unreachable', away: true },
    { code: 'KW_CLIENT_CREDENTIALS_INVALID', reason: 'Unauthorized', away: true },
    { code: 'KW_CLIENT_TOO_LARGE', reason: 'TooLarge', away: false },
    { code: 'KW_CLIENT_NAME', reason: 'NameDoesNotFit', away: false },
  ] as const)('has for $code the reason $reason', ({ code, reason, away }) => {
    const failure = failureOf(raise(code, { what: 'go on', why: 'because' }))
    expect(failure.reason).toBe(reason)
    expect(isAway(failure)).toBe(away)
  })

  it('is retried if the error is unknown, and keeps its message', () => {
    expect(failureOf(new Error('odd'))).toEqual({ reason: 'Failing', message: 'odd' })
    expect(failureOf('text')).toEqual({ reason: 'Failing', message: 'text' })
  })

  it('has the reason TooLarge if the server refused its size', () => {
    expect(failureOf(new Error('etcdserver: request is too large')).reason).toBe('TooLarge')
    expect(failureOf(new Error('Request entity too large: trying to send message larger than max')).reason).toBe(
      'TooLarge',
    )
  })
})
