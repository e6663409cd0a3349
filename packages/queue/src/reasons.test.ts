import { describe, expect, it } from 'vitest'
import { withReason, withReasons } from './reasons.ts'

describe('the reasons of a key', () => {
  const cases = [
    { name: 'contain an added reason', reasons: ['a'], reason: 'b', limit: 3, all: ['a', 'b'] },
    { name: 'contain no duplicates', reasons: ['a', 'b'], reason: 'a', limit: 3, all: ['a', 'b'] },
    {
      name: 'keep the first and the latest when limited',
      reasons: ['a', 'b', 'c'],
      reason: 'd',
      limit: 3,
      all: ['a', 'c', 'd'],
    },
    { name: 'keep only the first if limited to one', reasons: ['a'], reason: 'b', limit: 1, all: ['a'] },
  ]
  it.each(cases)('$name', ({ reasons, reason, limit, all }) => {
    expect(withReason(reasons, reason, limit)).toEqual(all)
  })

  it('merge from two lists under the same limit, without changing either list', () => {
    const [earlier, later] = [Object.freeze(['a', 'b']), Object.freeze(['b', 'c', 'd'])]
    expect(withReasons(earlier, later, 3)).toEqual(['a', 'c', 'd'])
  })
})
