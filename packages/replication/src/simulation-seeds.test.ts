/**
 * Thousands of stories of clusters that replicate to each other. `KUBEWRIGHT_SEEDS=20000` plays more, `KUBEWRIGHT_SEEDS=4711-4711`
 * one; a failing seed is shrunk and printed.
 */
import { availableParallelism } from 'node:os'
import { stop } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import { bundlePlay, PlayThread } from './testing/play-thread.ts'
import type { Played } from './testing/play.ts'

const given = (process.env['KUBEWRIGHT_SEEDS'] ?? '1-2000').split('-').map(Number) as [number, number?]
const [from, to] = given.length === 1 ? [1, given[0]] : [given[0], given[1]!]
const portion = 50

afterAll(stop)

async function playAll(): Promise<readonly Played[]> {
  const bundle = await bundlePlay()
  const all: Played[] = []
  let next = from
  const work = async () => {
    await using thread = new PlayThread(bundle)
    while (next <= to && all.every(({ failed }) => failed === undefined)) {
      const begin = next
      next += portion
      all.push(await thread.play({ from: begin, to: Math.min(to, begin + portion - 1), shrinks: true }))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return all
}

function toldOf({ failed, violations, smallest }: Played): string {
  return [
    `seed ${failed}: ${violations[0]}`,
    JSON.stringify(smallest!.story),
    ...smallest!.report.told,
    ...smallest!.report.violations,
    `again: KUBEWRIGHT_SEEDS=${failed}-${failed} npm run test:replication -- simulation-seeds`,
  ].join('\n')
}

describe('clusters that replicate to each other', () => {
  it(
    `keep every invariant, converge, and leave nothing behind, for every seed from ${from} to ${to}`,
    async () => {
      const all = await playAll()
      const failure = all.find(({ failed }) => failed !== undefined)
      expect(failure === undefined ? '' : toldOf(failure)).toBe('')
      expect(all.reduce((sum, { played }) => sum + played, 0)).toBe(to - from + 1)
      expect(all.every(({ writes }) => writes > 0)).toBe(true)
    },
    24 * 3_600_000,
  )
})
