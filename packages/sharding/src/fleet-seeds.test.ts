/**
 * Ten thousand stories of a fleet, in as many threads as there are cores. `KUBEWRIGHT_SEEDS=1000000` plays more,
 * `KUBEWRIGHT_SEEDS=4711-4711` one, and a failing seed is shrunk and printed.
 */
import { availableParallelism } from 'node:os'
import { stop } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { boundMs } from './testing/fleet.ts'
import { bundleFleet, FleetThread } from './testing/fleet-bundle.ts'
import type { Outcome } from './testing/play-seeds.ts'

const [first, last = first] = (process.env['KUBEWRIGHT_SEEDS'] ?? '1-10000').split('-').map(Number) as [number, number?]
const [from, to] = first === last && !process.env['KUBEWRIGHT_SEEDS']?.includes('-') ? [1, last] : [first, last]
/** The size of a batch: an idle thread takes the next one, and a failure is reported before all stories are played. */
const portion = 100

afterAll(stop)

describe('a fleet of shards', () => {
  it(
    `never reconciles an object twice concurrently, and converges, for every seed from ${from} to ${to}`,
    async () => {
      const outcomes = await playAll()
      const failure = outcomes.find(({ failed }) => failed !== undefined)
      expect(failure === undefined ? '' : toldOf(failure)).toBe('')
      expect(outcomes.reduce((sum, { played }) => sum + played, 0)).toBe(to - from + 1)
      expect(Math.max(...outcomes.map(({ settledMs }) => settledMs))).toBeLessThanOrEqual(boundMs)
      expect(outcomes.every(({ reconciles }) => reconciles > 0)).toBe(true)
    },
    24 * 3_600_000,
  )
})

async function playAll(): Promise<readonly Outcome[]> {
  const bundle = await bundleFleet()
  const outcomes: Outcome[] = []
  let next = from
  const work = async () => {
    await using thread = new FleetThread(bundle)
    while (next <= to && outcomes.every(({ failed }) => failed === undefined)) {
      const begin = next
      next += portion
      const seeds = { from: begin, to: Math.min(to, begin + portion - 1), isTold: true }
      outcomes.push(await thread.play(seeds))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return outcomes
}

/** A report to debug a failing seed. */
function toldOf({ failed, smallest, violations }: Outcome): string {
  const { story, report } = smallest!
  return [
    `seed ${failed}: ${violations[0]}`,
    JSON.stringify(story),
    ...report.told,
    ...report.violations,
    `again: KUBEWRIGHT_SEEDS=${failed}-${failed} npm run test:fleet -- fleet-seeds`,
  ].join('\n')
}
