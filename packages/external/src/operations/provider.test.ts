import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { defineProvider } from './provider.ts'

describe('a provider', () => {
  it('without limits takes every call', () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud' })]
    expect(Array.from({ length: 100 }, () => provider.take(clock))).toEqual(Array.from({ length: 100 }, () => 0))
  })

  it('takes a burst, then as many as its rate allows, and says when to come back', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', callsPerSecond: 2, burst: 3 })]
    expect([1, 2, 3, 4].map(() => provider.take(clock))).toEqual([0, 0, 0, 500])
    await clock.advance('500ms')
    expect([1, 2].map(() => provider.take(clock))).toEqual([0, 500])
  })

  it('lets whoever is in finish, and has the others wait for it', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', callsPerSecond: 1, burst: 1 })]
    expect([provider.take(clock), provider.takeMore(clock), provider.takeMore(clock)]).toEqual([0, 0, 0])
    expect(provider.take(clock)).toBe(3_000)
  })

  it('is left alone for as long as it asks, within reason', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', longestPause: '1m' })]
    provider.throttled(clock, 5_000)
    expect([provider.take(clock), provider.takeMore(clock)]).toEqual([5_000, 5_000])
    await clock.advance('5s')
    expect(provider.take(clock)).toBe(0)
    expect(provider.throttled(clock, 3_600_000)).toBe(60_000)
  })

  it('that does not say for how long is left alone longer and longer, until a call goes well', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', pause: '1s', longestPause: '5s' })]
    for (const pauseMs of [1_000, 2_000, 4_000, 5_000]) {
      expect(provider.throttled(clock)).toBe(pauseMs)
      await clock.advance(pauseMs)
    }
    provider.succeeded()
    expect(provider.throttled(clock)).toBe(1_000)
  })

  it('counts one pause, however many calls were under way when it began', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', pause: '1s' })]
    expect([1, 2, 3].map(() => provider.throttled(clock))).toEqual([1_000, 1_000, 1_000])
    expect(provider.throttled(clock, 7_000)).toBe(7_000)
    await clock.advance('7s')
    expect(provider.take(clock)).toBe(0)
  })

  it.each([{ callsPerSecond: 0 }, { callsPerSecond: Number.NaN }, { burst: 0 }])('cannot have %j', (limits) => {
    expect(() => defineProvider({ name: 'cloud', ...limits })).toThrow('Give a number above zero')
  })
})
