import { describe, expect, it } from 'vitest'
import { withReason, withReasons } from './reasons.ts'

describe('reasons', () => {
  const cases = [
    { name: 'adds a reason', reasons: ['a'], reason: 'b', limit: 3, all: ['a', 'b'] },
    { name: 'keeps one of each', reasons: ['a', 'b'], reason: 'a', limit: 3, all: ['a', 'b'] },
    { name: 'keeps the first and the latest', reasons: ['a', 'b', 'c'], reason: 'd', limit: 3, all: ['a', 'c', 'd'] },
    { name: 'keeps the first if there is room for one', reasons: ['a'], reason: 'b', limit: 1, all: ['a'] },
  ]
  it.each(cases)('$name', ({ reasons, reason, limit, all }) => {
    expect(withReason(reasons, reason, limit)).toEqual(all)
  })

  it('merges two lists under the same rule, and changes neither', () => {
    const [earlier, later] = [Object.freeze(['a', 'b']), Object.freeze(['b', 'c', 'd'])]
    expect(withReasons(earlier, later, 3)).toEqual(['a', 'c', 'd'])
  })
})
