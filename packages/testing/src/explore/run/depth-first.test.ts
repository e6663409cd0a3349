import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DepthFirst, KnownFromHere, type Reduction } from './depth-first.ts'
import { Footprint } from '../world/footprint.ts'
import { planOf } from '../plan/plan.ts'

/** Threads that each take their steps in order: put a value into a place, or add up the values of two places. */
interface Step {
  readonly to: number
  readonly from: number
  readonly adds: boolean
}
type Threads = readonly (readonly Step[])[]

const unlimited = { depth: Infinity, states: Infinity, faults: 0 }

/** Plays all runs. Resolves to their end states, their number, and the number of those that were not cut short. */
async function playAll(threads: Threads, guide: DepthFirst) {
  const ends = new Set<string>()
  let [runs, whole] = [0, 0]
  for (; guide.next(); runs++) {
    const end = await playOnce(threads, guide)
    if (end === undefined) continue
    whole++
    ends.add(end)
  }
  return { ends: [...ends].sort(), runs, whole }
}

async function playOnce(threads: Threads, guide: DepthFirst): Promise<string | undefined> {
  const places = [1, 2, 3]
  const at = threads.map(() => 0)
  let footprint = new Footprint()
  for (let step = 0; ; step++) {
    const able = threads.flatMap((steps, thread) => (at[thread]! < steps.length ? [thread] : []))
    if (able.length === 0) return JSON.stringify(places)
    guide.ended(footprint)
    footprint = new Footprint()
    const options = able.map((thread) => {
      const id = `${thread}.${at[thread]}`
      return { id, thread: `${thread}`, takes: id }
    })
    try {
      const chosen = able[await guide.choose({ step, options, state: async () => JSON.stringify([places, at]) })]!
      const { to, from, adds } = threads[chosen]![at[chosen]!++]!
      places[to] = adds ? places[to]! + places[from]! : chosen
      footprint.touch(`${to}`, 'changed')
      if (adds) footprint.touch(`${from}`, 'read')
    } catch (error) {
      if (error instanceof KnownFromHere) return undefined
      throw error
    }
  }
}

const place = fc.nat({ max: 2 })
const someThreads = fc.array(
  fc.array(fc.record({ to: place, from: place, adds: fc.boolean() }), { minLength: 1, maxLength: 3 }),
  { minLength: 2, maxLength: 3 },
)

describe('DepthFirst', () => {
  it('finds the same final states with every reduction', async () => {
    await fc.assert(
      fc.asyncProperty(someThreads, async (threads) => {
        const [all, states, both] = await Promise.all(
          (['none', 'states', 'states and orders'] as const).map((reduction: Reduction) =>
            playAll(threads, new DepthFirst(unlimited, reduction)),
          ),
        )
        expect(states!.ends).toEqual(all!.ends)
        expect(both!.ends).toEqual(all!.ends)
        expect(both!.runs).toBeLessThanOrEqual(states!.runs)
        expect(states!.runs).toBeLessThanOrEqual(all!.runs)
      }),
      { numRuns: 60 },
    )
  })

  it('tries one order of independent actions', async () => {
    const apart = [0, 1, 2].map((to) => [{ to, from: to, adds: true }])
    const ends = ['[2,4,6]']
    expect(await playAll(apart, new DepthFirst(unlimited, 'none'))).toEqual({ ends, runs: 6, whole: 6 })
    expect(await playAll(apart, new DepthFirst(unlimited))).toEqual({ ends, runs: 4, whole: 1 })
  })

  it('reports what its limits cut off', async () => {
    const [one, two] = [
      { to: 0, from: 1, adds: true },
      { to: 0, from: 2, adds: false },
    ]
    const threads = [
      [one, two, one],
      [two, one, two],
    ]
    const guide = new DepthFirst({ ...unlimited, depth: 1, states: 1 })
    expect((await playAll(threads, guide)).runs).toBe(2)
    expect(guide.cut).toEqual([
      'choices after the first 1 took the default order',
      'states after the first 1 were not stored',
    ])
  })

  it('returns a plan that replays the same path', async () => {
    const guide = new DepthFirst(unlimited)
    guide.next()
    await playOnce([[{ to: 0, from: 1, adds: true }], [{ to: 0, from: 2, adds: false }]], guide)
    expect(guide.plan).toEqual({ ...planOf(), schedule: { type: 'picked', picks: [] } })
    guide.next()
    await playOnce([[{ to: 0, from: 1, adds: true }], [{ to: 0, from: 2, adds: false }]], guide)
    expect(guide.plan.schedule).toEqual({ type: 'picked', picks: [{ at: 0, take: '1.0' }] })
  })
})
