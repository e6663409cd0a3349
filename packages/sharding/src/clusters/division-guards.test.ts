/** Is the simulation strict enough? Each division here lacks one guard, and has to be caught. */
import { stop } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { divisionGuards } from '../testing/division-guards.ts'
import { bundleFleet, FleetThread } from '../testing/fleet-bundle.ts'
import type { DivisionOutcome } from '../testing/play-divisions.ts'

/** Most are caught within ten. */
const most = 500
const timeout = 1_800_000

afterAll(stop)

async function playWithout(name: string, isTold = false): Promise<DivisionOutcome> {
  const guard = divisionGuards.find((one) => one.name === name)!
  await using thread = new FleetThread<DivisionOutcome>(await bundleFleet(guard, 'play-divisions.ts'))
  return await thread.play({ from: 1, to: most, theme: guard.theme, isTold })
}

describe('a division of clusters without one guard', () => {
  it.each(divisionGuards)('is caught by the simulation: it $name', { timeout }, async ({ name }) => {
    expect((await playWithout(name)).failed).toBeGreaterThan(0)
  })
})

describe('a failing simulation run of a division', () => {
  it('is reproducible, and is minimized to the events that matter', { timeout }, async () => {
    const name = 'sends a write without checking the lease'
    const [one, two] = [await playWithout(name, true), await playWithout(name, true)]
    expect(two).toEqual(one)
    expect(one.smallest!.story.events.length).toBeLessThanOrEqual(2)
    expect(one.smallest!.report.violations).not.toEqual([])
  })
})
