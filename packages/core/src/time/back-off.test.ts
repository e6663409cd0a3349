import { describe, expect, it } from 'vitest'
import { backOffMs } from './back-off.ts'

describe('exponential back-off', () => {
  const cases = [
    { failures: 0, ms: 0 },
    { failures: 1, ms: 5 },
    { failures: 2, ms: 10 },
    { failures: 11, ms: 5_120 },
    { failures: 30, ms: 1_000_000 },
    { failures: 1e9, ms: 1_000_000 },
  ]

  it.each(cases)('is $ms ms after $failures consecutive failures', ({ failures, ms }) => {
    expect(backOffMs(failures, 5, 1_000_000)).toBe(ms)
  })

  it('stays 0 with a base delay of 0, after any number of failures', () => {
    expect(backOffMs(5_000, 0, 1_000)).toBe(0)
  })
})
