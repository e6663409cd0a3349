import { seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import type { AttemptFailure } from './repeat.ts'
import { retryDelay, retryPolicy } from './retry.ts'
import { retryAfterMs } from './retry-after.ts'

const policy = retryPolicy()
const lost: AttemptFailure = { kind: 'lost' }
const fixed = (value: number) => ({ next: () => value })

describe('retryPolicy', () => {
  it('has the documented defaults', () => {
    expect(policy).toEqual({ attempts: 5, baseMs: 200, maxMs: 5_000, maxRetryAfterMs: 30_000 })
  })

  it('is disabled by false', () => {
    expect(retryDelay(retryPolicy(false), { repeat: 'read', failure: lost, attempt: 1 }, fixed(0))).toBeUndefined()
  })
})

describe('retryDelay', () => {
  const delays = (chance: number) =>
    [1, 2, 3, 4, 5].map((attempt) => retryDelay(policy, { repeat: 'read', failure: lost, attempt }, fixed(chance)))

  it('doubles with each attempt, half of it jitter', () => {
    expect(delays(0)).toEqual([100, 200, 400, 800, undefined])
    expect(delays(1)).toEqual([200, 400, 800, 1_600, undefined])
  })

  it('is capped at maxMs', () => {
    const patient = retryPolicy({ attempts: 20 })
    expect(retryDelay(patient, { repeat: 'read', failure: lost, attempt: 19 }, fixed(1))).toBe(5_000)
  })

  it('is at least the Retry-After of the server plus up to 10 % jitter', () => {
    const failure: AttemptFailure = { kind: 'answered', status: 429, retryAfterMs: 3_000 }
    const random = seededRandom(1)
    for (let round = 0; round < 100; round++) {
      const delay = retryDelay(policy, { repeat: 'read', failure, attempt: 1 }, random)!
      expect(delay).toBeGreaterThanOrEqual(3_000)
      expect(delay).toBeLessThanOrEqual(3_300)
    }
  })

  it('is undefined when Retry-After exceeds maxRetryAfterMs', () => {
    const failure: AttemptFailure = { kind: 'answered', status: 429, retryAfterMs: 30_001 }
    expect(retryDelay(policy, { repeat: 'read', failure, attempt: 1 }, fixed(0))).toBeUndefined()
  })
})

describe('retryAfterMs', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const cases = [
    { header: '7', ms: 7_000 },
    { header: ' 0 ', ms: 0 },
    { header: 'Thu, 01 Jan 2026 00:00:05 GMT', ms: 5_000 },
    { header: 'Wed, 31 Dec 2025 23:59:00 GMT', ms: 0 },
    { header: 'soon', ms: undefined },
    { header: '-1', ms: undefined },
    { header: '1.5', ms: undefined },
    { header: '', ms: undefined },
    { header: undefined, ms: undefined },
  ]
  it.each(cases)('parses the header $header', ({ header, ms }) => {
    expect(retryAfterMs(header, now)).toBe(ms)
  })
})
