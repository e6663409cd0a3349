/** Plans drawn at random from single faults. Pure. */
import { type Random, randomInt, seededRandom } from '@kubewright/core/random'
import { noFaults, type Plan, type PlannedFault } from './plan.ts'

export type RandomStrategy = 'combined' | 'random' | 'pct'

/** @param seed the same seed draws the same plans */
export function randomPlans(
  name: RandomStrategy,
  faults: readonly PlannedFault[],
  draws: number,
  seed: string,
): readonly Plan[] {
  const random = seededRandom(`${seed} ${name}`)
  return Array.from({ length: draws }, (_, at): Plan => {
    const own = `${seed} ${name} ${at}`
    if (name === 'combined') return { ...noFaults, faults: drawn(random, faults, 2 + randomInt(random, 2)) }
    const some = drawn(random, faults, randomInt(random, 2))
    if (name === 'random') return { schedule: { type: 'random', seed: own }, faults: some }
    return { schedule: { type: 'pct', seed: own, changes: 1 + randomInt(random, 3) }, faults: some }
  })
}

export function drawn<T>(random: Random, from: readonly T[], count: number): readonly T[] {
  if (from.length === 0) return []
  return Array.from({ length: count }, () => from[randomInt(random, from.length)]!)
}

export function shuffled<T>(random: Random, items: readonly T[]): readonly T[] {
  return items
    .map((item) => [random.next(), item] as const)
    .sort(([one], [two]) => one - two)
    .map(([, item]) => item)
}
