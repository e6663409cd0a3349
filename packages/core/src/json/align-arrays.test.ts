import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignArrays } from './align-arrays.ts'

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

describe('alignArrays', () => {
  it('finds a longest common subsequence and covers both lists', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'A', 'B'), { maxLength: 15 })
    fc.assert(
      fc.property(list, list, (from, to) => {
        const stretches = alignArrays(from, to, same)
        const kept = stretches.flatMap((stretch) => stretch.kept)
        expect(stretches.flatMap(({ removed, kept }) => [...removed, ...kept.map(([before]) => before)])).toEqual(from)
        expect(stretches.flatMap(({ added, kept }) => [...added, ...kept.map(([, after]) => after)])).toEqual(to)
        expect(kept.every(([before, after]) => same(before, after))).toBe(true)
        expect(kept.length).toBe(longestCommon(from, to))
      }),
    )
  })

  it('aligns only the ends of long lists that have little in common', () => {
    const [from, to] = [1, 2].map((step) => Array.from({ length: 3_000 }, (_, index) => `${step}:${index}`)) as [
      string[],
      string[],
    ]
    const stretches = alignArrays(['first', ...from, 'last'], ['first', ...to, 'last'], same)
    expect(stretches.flatMap(({ kept }) => kept)).toEqual([
      ['first', 'first'],
      ['last', 'last'],
    ])
    expect(stretches.flatMap(({ removed }) => removed)).toEqual(from)
  })
})

function longestCommon(from: readonly string[], to: readonly string[]): number {
  if (from.length === 0 || to.length === 0) return 0
  let row = Array.from({ length: to.length + 1 }, () => 0)
  for (const before of from) {
    const next = [0]
    for (const [index, after] of to.entries()) {
      next.push(same(before, after) ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!))
    }
    row = next
  }
  return row.at(-1)!
}
