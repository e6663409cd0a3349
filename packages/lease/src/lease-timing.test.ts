import { describe, expect, it } from 'vitest'
import { leaseTiming } from './lease-timing.ts'

describe('lease timing', () => {
  it('defaults to a duration of 15 s, a renewal deadline of 10 s and a retry period of 2 s', () => {
    expect(leaseTiming({})).toEqual({ durationMs: 15_000, renewWithinMs: 10_000, retryEveryMs: 2_000 })
  })

  const refused = [
    {
      name: 'a lease duration not longer than the renewal deadline',
      options: { duration: '10s' },
      why: 'is not longer than renewWithin',
    },
    {
      name: 'a renewal deadline not longer than the retry period and its jitter',
      options: { retryEvery: '9s' },
      why: 'and its spread',
    },
    { name: 'a lease duration below one second', options: { duration: '900ms' }, why: 'stores whole seconds' },
    { name: 'a retry period of zero', options: { retryEvery: '0s' }, why: 'is not above zero' },
  ] as const

  it.each(refused)('refuses $name', ({ options, why }) => {
    expect(() => leaseTiming(options)).toThrow(expect.objectContaining({ code: 'KW_LEASE_OPTION' }))
    expect(() => leaseTiming(options)).toThrow(why)
  })
})
