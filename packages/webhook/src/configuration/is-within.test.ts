import { describe, expect, it } from 'vitest'
import { isWithin } from './is-within.ts'

describe('isWithin', () => {
  it.each([
    { wanted: { a: 1 }, actual: { a: 1, b: 2 }, is: true },
    { wanted: { a: { b: [{ c: 1 }] } }, actual: { a: { b: [{ c: 1, d: 2 }] } }, is: true },
    { wanted: { a: undefined }, actual: {}, is: true },
    { wanted: {}, actual: undefined, is: false },
    { wanted: { a: 1 }, actual: { a: 2 }, is: false },
    { wanted: { a: [1] }, actual: { a: [1, 2] }, is: false },
    { wanted: { a: [1] }, actual: { a: 1 }, is: false },
    { wanted: { a: {} }, actual: {}, is: false },
  ])('$wanted in $actual: $is', ({ wanted, actual, is }) => {
    expect(isWithin(wanted, actual)).toBe(is)
  })
})
