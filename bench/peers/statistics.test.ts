import { describe, expect, it } from 'vitest'
import { quantile, summarize } from './statistics.ts'

describe('summarize', () => {
  it.each([
    { values: [3], summary: { median: 3, min: 3, max: 3, runs: 1 } },
    { values: [9, 1, 2], summary: { median: 2, min: 1, max: 9, runs: 3 } },
    { values: [10, 2, 4, 3], summary: { median: 3.5, min: 2, max: 10, runs: 4 } },
  ])('returns median, minimum and maximum of $values, sorted numerically', ({ values, summary }) => {
    expect(summarize(values)).toEqual(summary)
  })

  it('throws for an empty list', () => {
    expect(() => summarize([])).toThrow('nothing')
  })
})

describe('quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)

  it.each([
    { share: 0.5, value: 50 },
    { share: 0.99, value: 99 },
    { share: 1, value: 100 },
  ])('returns $value for quantile $share of the numbers 1 to 100', ({ share, value }) => {
    expect(quantile(hundred, share)).toBe(value)
  })
})
