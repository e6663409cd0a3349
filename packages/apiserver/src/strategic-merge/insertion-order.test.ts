import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertionOrder } from './insertion-order.ts'

/** Reference implementation in O(n²). */
function insertionSort(ranks: readonly number[]): number[] {
  const result = [...ranks.keys()]
  const comesFirst = (one: number, other: number) => {
    const [i, j] = [ranks[one]!, ranks[other]!]
    return i >= 0 && j >= 0 ? i < j : true
  }
  for (let at = 1; at < result.length; at++) {
    for (let to = at; to > 0 && comesFirst(result[to]!, result[to - 1]!); to--) {
      ;[result[to - 1], result[to]] = [result[to]!, result[to - 1]!]
    }
  }
  return result
}

describe('insertionOrder', () => {
  it('equals insertion sort, also with missing ranks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 12 }), { maxLength: 30 }), (ranks) => {
        expect(insertionOrder([...ranks.keys()], (at) => ranks[at]!)).toEqual(insertionSort(ranks))
      }),
      { numRuns: 500 },
    )
  })
})
