import { describe, expect, it } from 'vitest'
import { play, storyOf } from './testing/fleet.ts'
import { playSeeds } from './testing/play-seeds.ts'

/** More by hand, and in CI: see `testing/play-seeds.ts`. */
const seeds = 6

describe('a fleet of shards', () => {
  it('never works on an object twice at once, and comes to rest where the ring wants it, whatever happens', async () => {
    const failure = await playSeeds(1, seeds)
    expect(failure?.report.violations).toBeUndefined()
  }, 120_000)

  it('plays the same story from the same seed', async () => {
    const [one, two] = [await play(storyOf(9)), await play(storyOf(9))]
    expect(two).toEqual(one)
    expect(one.reconciles).toBeGreaterThan(0)
    expect(one.writes).toBeGreaterThan(0)
  }, 60_000)

  it('notices two processes at work on one object', async () => {
    const { Ledger } = await import('./testing/ledger.ts')
    const ledger = new Ledger()
    const [one, two] = [
      { name: 'one', isRunning: true },
      { name: 'two', isRunning: true },
    ] as never[]
    const session = ledger.begin('x', one!, 1)
    ledger.begin('x', two!, 2)
    ledger.write('x', one!, 3)
    ledger.end(session)
    expect(ledger.violations).toHaveLength(2)
  })
})
