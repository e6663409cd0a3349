import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { RateLimit } from './rate-limit.ts'

describe('RateLimit', () => {
  it('lets a burst pass and then spaces requests out', () => {
    const limit = new RateLimit(new VirtualClock(), { perSecond: 10, burst: 3 })
    expect(Array.from({ length: 6 }, () => limit.reserve())).toEqual([0, 0, 0, 100, 200, 300])
  })

  it('earns tokens back over time, but never more than a burst', async () => {
    const clock = new VirtualClock()
    const limit = new RateLimit(clock, { perSecond: 10, burst: 2 })
    limit.reserve()
    limit.reserve()
    await clock.advance('1h')
    expect(Array.from({ length: 3 }, () => limit.reserve())).toEqual([0, 0, 100])
  })
})
