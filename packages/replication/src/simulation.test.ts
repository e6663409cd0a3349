import { describe, expect, it } from 'vitest'
import { guards } from './testing/guards.ts'
import { play, playSeeds } from './testing/play.ts'
import { occurrences } from './testing/play-thread.ts'
import { type Story, storyOf } from './testing/story.ts'

describe('clusters that replicate to each other', () => {
  it('keep every invariant, converge, and leave nothing behind', async () => {
    // A few stories. Two thousand: `npm run test:replication`.
    const { violations, played } = await playSeeds({ from: 1, to: 12 })
    expect(violations).toEqual([])
    expect(played).toBe(12)
  }, 120_000)

  it('behave the same for the same seed', async () => {
    const [one, two] = [await play(storyOf(4)), await play(storyOf(4))]
    expect(two).toEqual(one)
    expect(one.writes).toBeGreaterThan(10)
  }, 60_000)
})

describe('simulation runs that once failed', () => {
  const change = { peer: 1, object: 0, ageMs: 0, to: [1] }
  const stories: readonly (readonly [string, Story])[] = [
    [
      'a restored backup brings a replica back while its peer loses responses',
      {
        seed: 144,
        clusters: 2,
        objects: 1,
        incidents: [
          { ...change, at: 649, do: 'send', cluster: 0 },
          { ...change, at: 56_321, do: 'outage', cluster: 0, forMs: 10_932 },
          { ...change, at: 68_788, do: 'edit-spec', cluster: 0 },
          { ...change, at: 75_585, do: 'send', cluster: 0, to: [] },
          { ...change, at: 100_525, do: 'lose-answers', cluster: 0, forMs: 22_348 },
          { ...change, at: 101_051, do: 'restore', cluster: 1, ageMs: 41_721 },
        ],
      },
    ],
    ['a field is added to a replica that is patched from a stale version', storyOf(225)],
    ['the marks of a replica are removed before it is deleted from a stale version', storyOf(859)],
  ]

  it.each(stories)('%s', async (_, story) => {
    expect((await play(story)).violations).toEqual([])
  })
})

describe('guards of the replicator', () => {
  it.each(guards)('occur once in the source, so that they can be removed: $name', (guard) => {
    expect(occurrences(guard)).toBe(1)
  })
})
