/**
 * Detects requests whose cost grows faster than their size. A field is sent twice, the second time eight times as large: a cost
 * of n log n becomes some ten times as much, a quadratic one 64 times.
 *
 * CPU time of a whole process is noisy, so a failure must be large, grow a lot, and be reproducible.
 *
 * See decision 0252.
 */
import { measure } from './cost.ts'
import type { FuzzedServer } from './fuzzed-server.ts'
import { startFuzzedServer } from './fuzzed-server.ts'
import { asked, type GrowthCase } from './growth-case.ts'
import { boxes, growthBasis } from './growth-requests.ts'

export interface GrowthLimits {
  /** The allowed cost ratio for eight times the size. */
  readonly ratio: number
  /** The cost below which a measurement is inconclusive. */
  readonly floorMs: number
}

export const growthLimits: GrowthLimits = { ratio: 22, floorMs: 60 }

/** One line for each case that costs too much. Stops before the next case once `isOver` returns true. */
export async function findGrowth(
  cases: readonly GrowthCase[],
  isOver: () => boolean = () => false,
  limits = growthLimits,
): Promise<{ readonly problems: readonly string[]; readonly tried: number }> {
  await using server = await startFuzzedServer('growth')
  for (const request of growthBasis) await server.send(request)
  await untilServed(server)
  await server.send(growthBasis[0]!) // warm-up
  const problems: string[] = []
  let tried = 0
  for (const one of cases) {
    if (isOver()) break
    tried++
    const problem = await growthOf(server, one, limits)
    if (problem !== undefined) problems.push(problem)
  }
  return { problems, tried }
}

/** A definition is served after a moment. Until then its objects are answered with 404, which proves nothing. */
async function untilServed(server: FuzzedServer): Promise<void> {
  for (let round = 0; (await server.send(asked(boxes))).status !== 200; round++) {
    if (round > 100) throw new Error(`${boxes} is not served`)
    await server.passTime()
  }
}

async function growthOf(server: FuzzedServer, one: GrowthCase, { ratio, floorMs }: GrowthLimits) {
  const [small, large] = one.sizes
  let [less, more] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 3; round++) {
    less = Math.min(less, await costOf(server, one, small))
    more = Math.min(more, await costOf(server, one, large))
    if (more <= floorMs || more / less <= ratio) return undefined
  }
  const factor = (more / less).toFixed(0)
  return `${one.name}: ${large / small} times the size costs ${factor} times as much (${less.toFixed(1)} ms, then ${more.toFixed(0)} ms)`
}

async function costOf(server: FuzzedServer, one: GrowthCase, size: number): Promise<number> {
  for (const request of one.prepare?.(size) ?? []) await server.send(request)
  const request = one.request(size)
  const [, { cpuMs }] = await measure(() => server.send(request))
  return Math.max(0.5, cpuMs)
}
