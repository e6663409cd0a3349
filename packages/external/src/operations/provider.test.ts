import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { defineProvider } from './provider.ts'

describe("a provider's rate limit", () => {
  it('allows every call if none is set', () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud' })]
    expect(Array.from({ length: 100 }, () => provider.take(clock))).toEqual(Array.from({ length: 100 }, () => 0))
  })

  it('allows a burst, then its rate, and returns the delay until the next call', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', callsPerSecond: 2, burst: 3 })]
    expect([1, 2, 3, 4].map(() => provider.take(clock))).toEqual([0, 0, 0, 500])
    await clock.advance('500ms')
    expect([1, 2].map(() => provider.take(clock))).toEqual([0, 500])
  })

  it('lets a reconcile in progress exceed it, and delays the next ones accordingly', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', callsPerSecond: 1, burst: 1 })]
    expect([provider.take(clock), provider.takeMore(clock), provider.takeMore(clock)]).toEqual([0, 0, 0])
    expect(provider.take(clock)).toBe(3_000)
  })

  it('pauses for the requested Retry-After, up to a maximum', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', longestPause: '1m' })]
    provider.throttled(clock, 5_000)
    expect([provider.take(clock), provider.takeMore(clock)]).toEqual([5_000, 5_000])
    await clock.advance('5s')
    expect(provider.take(clock)).toBe(0)
    expect(provider.throttled(clock, 3_600_000)).toBe(60_000)
  })

  it('backs off exponentially without a Retry-After, until a call succeeds', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', pause: '1s', longestPause: '5s' })]
    for (const pauseMs of [1_000, 2_000, 4_000, 5_000]) {
      expect(provider.throttled(clock)).toBe(pauseMs)
      await clock.advance(pauseMs)
    }
    provider.succeeded()
    expect(provider.throttled(clock)).toBe(1_000)
  })

  it('counts concurrent throttled calls as one pause', async () => {
    const [clock, provider] = [new VirtualClock(), defineProvider({ name: 'cloud', pause: '1s' })]
    expect([1, 2, 3].map(() => provider.throttled(clock))).toEqual([1_000, 1_000, 1_000])
    expect(provider.throttled(clock, 7_000)).toBe(7_000)
    await clock.advance('7s')
    expect(provider.take(clock)).toBe(0)
  })

  it.each([{ callsPerSecond: 0 }, { callsPerSecond: Number.NaN }, { burst: 0 }])('refuses %j', (limits) => {
    expect(() => defineProvider({ name: 'cloud', ...limits })).toThrow('Use a rate above zero')
  })
})
