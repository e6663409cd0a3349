import { describe, expect, it } from 'vitest'
import { formatNumber } from './format-number.ts'

describe('formatNumber', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [0.005, '0.005'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [10e-9, '1e-08'],
    [999_999, '999999'],
    [1_048_576, '1.048576e+06'],
    [1e100, '1e+100'],
    [-2.5, '-2.5'],
    [Number.POSITIVE_INFINITY, '+Inf'],
    [Number.NEGATIVE_INFINITY, '-Inf'],
    [Number.NaN, 'NaN'],
  ]
  it.each(cases)('writes %d as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })
})
