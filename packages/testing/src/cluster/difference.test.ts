import { describe, expect, it } from 'vitest'
import { differencesOf } from './difference.ts'

describe('differencesOf', () => {
  it.each([
    { name: 'no extra fields', actual: { a: 1, b: { c: 2, d: 3 } }, expected: { b: { c: 2 } }, says: [] },
    { name: 'no equal lists', actual: { a: [1, { b: 2, c: 3 }] }, expected: { a: [1, { b: 2 }] }, says: [] },
    { name: 'no absent field that must be absent', actual: {}, expected: { a: undefined }, says: [] },
    { name: 'another value', actual: { a: { b: 1 } }, expected: { a: { b: 2 } }, says: ['a.b is 1, not 2'] },
    { name: 'a missing value', actual: {}, expected: { a: 'x' }, says: ['a is missing, not "x"'] },
    {
      name: 'a present field that must be absent',
      actual: { a: 1 },
      expected: { a: undefined },
      says: ['a is 1, not missing'],
    },
    { name: 'another type', actual: { a: [] }, expected: { a: {} }, says: ['a is [], not {}'] },
    { name: 'another list length', actual: { a: [1, 2] }, expected: { a: [1] }, says: ['a has 2 items, not 1'] },
    { name: 'another list item', actual: { a: [{ b: 1 }] }, expected: { a: [{ b: 2 }] }, says: ['a[0].b is 1, not 2'] },
    {
      name: 'several places',
      actual: { a: 1, b: 1 },
      expected: { a: 2, b: 2 },
      says: ['a is 1, not 2', 'b is 1, not 2'],
    },
  ])('reports $name', ({ actual, expected, says }) => {
    expect(differencesOf(actual, expected)).toEqual(says)
  })
})
