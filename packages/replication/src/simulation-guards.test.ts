/** Is the simulation strict enough? Each replicator here lacks one guard, and has to be caught. */
import { stop } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { guards } from './testing/guards.ts'
import { bundlePlay, PlayThread } from './testing/play-thread.ts'
import type { Played } from './testing/play.ts'

const most = 300
const timeout = 1_800_000

afterAll(stop)

async function playWithout(name: string, shrinks = false): Promise<Played> {
  const guard = guards.find((one) => one.name === name)!
  await using thread = new PlayThread(await bundlePlay(guard))
  const { only, first = 1 } = guard
  return await thread.play({ from: first, to: first + most, shrinks, ...(only === undefined ? {} : { only }) })
}

describe('a replicator without one guard', () => {
  it.each(guards)('is caught by the simulation: it $name', { timeout }, async ({ name }) => {
    expect((await playWithout(name)).failed).toBeGreaterThan(0)
  })
})

describe('a failing simulation run', () => {
  it('is reproducible, and is minimized to the incidents that matter', { timeout }, async () => {
    const name = 'deletes a replica to change it'
    const [one, two] = [await playWithout(name, true), await playWithout(name, true)]
    expect(two).toEqual(one)
    expect(one.smallest!.story.incidents.length).toBeLessThanOrEqual(3)
  })
})
