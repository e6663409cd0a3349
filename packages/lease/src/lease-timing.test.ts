import { describe, expect, it } from 'vitest'
import { leaseTiming } from './lease-timing.ts'

describe('the times of a lease', () => {
  it('are 15, 10 and 2 seconds unless somebody says otherwise', () => {
    expect(leaseTiming({})).toEqual({ durationMs: 15_000, renewWithinMs: 10_000, retryEveryMs: 2_000 })
  })

  const refused = [
    {
      name: 'a lease no longer than its renewal may take',
      options: { duration: '10s' },
      why: 'is not longer than renewWithin',
    },
    { name: 'a renewal no longer than a pause and its spread', options: { retryEvery: '9s' }, why: 'and its spread' },
    { name: 'a lease of less than a second', options: { duration: '900ms' }, why: 'stores whole seconds' },
    { name: 'no pause at all', options: { retryEvery: '0s' }, why: 'is not above zero' },
  ] as const

  it.each(refused)('may not be $name', ({ options, why }) => {
    expect(() => leaseTiming(options)).toThrow(expect.objectContaining({ code: 'KW_LEASE_OPTION' }))
    expect(() => leaseTiming(options)).toThrow(why)
  })
})
