import { seededRandom } from '@kubewright/core/random'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Backoff, type Failing } from './backoff.ts'

const backoffWith = (options: { jitter?: number } = {}) =>
  new Backoff({ first: 5, max: '1000s', jitter: 0, ...options }, seededRandom('backoff'))

describe('Backoff', () => {
  it('doubles at most once per completed wait, at whatever rate a key fails', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 2_000_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        const backoff = backoffWith()
        let now = 0
        let failing: Failing | undefined
        for (const gapMs of gapsMs) {
          const before = failing
          now += gapMs
          failing = backoff.failed(before, now)
          const isOver = before === undefined || now >= before.retryAt
          const failures = (before?.failures ?? 0) + (isOver ? 1 : 0)
          const retryAt = isOver ? now + Math.min(1_000_000, 5 * 2 ** (failures - 1)) : before.retryAt
          expect(failing).toMatchObject({ failures, retryAt })
        }
      }),
    )
  })

  it('lets a key run no earlier than requested and no later than its retry', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(10_000), (failures, early, askedAt) => {
        const failing: Failing = { failures, early, failedAt: 1000, retryAt: 5000 }
        const at = backoffWith().mayRunAt(failing, askedAt)
        expect(at).toBeGreaterThanOrEqual(Math.min(askedAt, 5000))
        expect(at).toBeLessThanOrEqual(5000)
      }),
    )
  })

  it('adds a random jitter up to its limit', () => {
    const backoff = backoffWith({ jitter: 0.5 })
    const waits = Array.from({ length: 100 }, () => backoff.failed(undefined, 0).retryAt)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...waits)).toBeLessThan(7.5)
    expect(new Set(waits).size).toBeGreaterThan(50)
  })

  it('stays at its maximum after thousands of failures', () => {
    const failing: Failing = { failures: 5000, early: 0, failedAt: 0, retryAt: 10 }
    expect(backoffWith().failed(failing, 10)).toEqual({ failures: 5001, early: 0, failedAt: 10, retryAt: 1_000_010 })
  })
})
