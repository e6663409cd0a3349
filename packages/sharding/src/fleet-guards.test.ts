/**
 * Is the simulation strict enough? Each fleet here lacks one guard of the protocol, and has to fail. A guard whose removal
 * goes unnoticed is either not needed, or not tested.
 */
import { stop } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { bundleFleet, FleetThread } from './testing/fleet-bundle.ts'
import { guards } from './testing/guards.ts'
import type { Outcome } from './testing/play-seeds.ts'

/** Most guards are missed within ten stories, the rarest after about five hundred. */
const most = 1_000
const timeout = 1_800_000

afterAll(stop)

async function playWithout(name: string, isTold = false): Promise<Outcome> {
  const guard = guards.find((one) => one.name === name)!
  await using thread = new FleetThread(await bundleFleet(guard))
  return await thread.play({ from: 1, to: most, theme: guard.theme, isTold })
}

describe.concurrent('a fleet of shards without one guard', () => {
  it.each(guards)('is caught by the simulation: it $name', { timeout }, async ({ name }) => {
    expect((await playWithout(name)).failed).toBeGreaterThan(0)
  })
})

describe('a failing simulation run of a fleet', () => {
  const name = 'releases an object during its reconcile'

  it('is reproducible, and is minimized to the incidents that matter', { timeout }, async () => {
    const [one, two] = await Promise.all([playWithout(name, true), playWithout(name, true)])
    expect(two).toEqual(one)
    const { story, report } = one.smallest!
    expect(story).toMatchObject({ shards: 3, tenants: 0, controllers: 1 })
    expect(story.incidents.length).toBeLessThanOrEqual(1)
    expect(report.violations[0]).toMatch(/^\d+: web-\d#\d+ (began to reconcile|wrote) uid-\d+ /)
    expect(report.told).toContainEqual(expect.stringMatching(/ drain -> \/-$/))
  })
})
