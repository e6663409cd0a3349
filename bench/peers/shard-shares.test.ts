import { describe, expect, it } from 'vitest'
import { largestShare } from './shard-shares.ts'

describe('largestShare', () => {
  it('is the part of the shard with most Websites', () => {
    expect(largestShare({ one: 50, two: 30, three: 20 }, 3, 100)).toBe(0.5)
    expect(largestShare({ one: 100 }, 1, 100)).toBe(1)
  })

  it('is everything for a process that is not sharded', () => {
    expect(largestShare({}, 1, 100)).toBe(1)
  })

  it.each([
    { why: 'a shard is missing', counts: { one: 50, two: 50 } },
    { why: 'a shard has next to nothing', counts: { one: 50, two: 45, three: 5 } },
    { why: 'a Website has no shard', counts: { one: 33, two: 33, three: 33 } },
    { why: 'no Website has a shard', counts: {} },
  ])('is refused if $why', ({ counts }) => {
    expect(() => largestShare(counts, 3, 100)).toThrow('The Websites were not divided among the shards: 100 Websites')
  })
})
