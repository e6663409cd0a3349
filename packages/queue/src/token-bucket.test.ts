import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

describe('TokenBucket', () => {
  it('has a token at the time it announces, and none just before', () => {
    const rate = fc.record({
      perSecond: fc.double({ min: 0.01, max: 1000, noNaN: true }),
      burst: fc.integer({ min: 1, max: 50 }),
    })
    fc.assert(
      fc.property(rate, (options) => {
        const bucket = new TokenBucket(options)
        const start = 1e9
        for (let spent = 0; spent < options.burst; spent++) expect(bucket.spend(start)).toBe(true)
        for (let spent = 0; spent < 100; spent++) {
          const at = bucket.nextAt
          expect([bucket.spend(at - 0.1), bucket.spend(at)]).toEqual([false, true])
        }
      }),
    )
  })

  it('never spends more than the burst plus the refill in any interval', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 100 }), (gapsMs) => {
        const bucket = new TokenBucket({ perSecond: 10, burst: 3 })
        const spentAt: number[] = []
        let now = 0
        for (const gapMs of gapsMs) {
          now += gapMs
          if (bucket.spend(now)) spentAt.push(now)
          const most = spentAt.map((since, index) => spentAt.length - index - (3 + (now - since) / 100))
          expect(Math.max(0, ...most)).toBeLessThanOrEqual(0)
        }
      }),
    )
  })
})
