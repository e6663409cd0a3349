/**
 * Two thousand stories of replicas that divide clusters, in as many threads as there are cores. `KUBEWRIGHT_SEEDS=4711-4711` plays one, and
 * a failing seed is shrunk and printed.
 */
import { availableParallelism } from 'node:os'
import { stop } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { divisionBoundMs } from '../testing/division.ts'
import { bundleFleet, FleetThread } from '../testing/fleet-bundle.ts'
import type { DivisionOutcome } from '../testing/play-divisions.ts'

const [first, last] = (process.env['KUBEWRIGHT_SEEDS'] ?? '1-2000').split('-').map(Number) as [number, number?]
const [from, to] = last === undefined ? [1, first] : [first, last]
/** The size of a batch: a failure is reported before all stories are played. */
const portion = 50

afterAll(stop)

it(
  `replicas never write to one cluster concurrently, and converge, for every seed from ${from} to ${to}`,
  async () => {
    const outcomes = await playAll()
    const failure = outcomes.find(({ failed }) => failed !== undefined)
    expect(failure === undefined ? '' : toldOf(failure)).toBe('')
    expect(outcomes.reduce((sum, { played }) => sum + played, 0)).toBe(to - from + 1)
    expect(Math.max(...outcomes.map(({ settledMs }) => settledMs))).toBeLessThanOrEqual(divisionBoundMs)
    expect(outcomes.every(({ writes }) => writes > 0)).toBe(true)
  },
  24 * 3_600_000,
)

async function playAll(): Promise<readonly DivisionOutcome[]> {
  const bundle = await bundleFleet(undefined, 'play-divisions.ts')
  const outcomes: DivisionOutcome[] = []
  let next = from
  const work = async () => {
    await using thread = new FleetThread<DivisionOutcome>(bundle)
    while (next <= to && outcomes.every(({ failed }) => failed === undefined)) {
      const begin = next
      next += portion
      outcomes.push(await thread.play({ from: begin, to: Math.min(to, begin + portion - 1), isTold: true }))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return outcomes
}

function toldOf({ failed, smallest, violations }: DivisionOutcome): string {
  const { story, report } = smallest!
  return [
    `seed ${failed}: ${violations[0]}`,
    JSON.stringify(story),
    ...report.told,
    ...report.violations,
    `again: KUBEWRIGHT_SEEDS=${failed}-${failed} npm run test:fleet -- division-seeds`,
  ].join('\n')
}
