/** Chooses the next of several enabled actions. The same seed makes the same choices. */
import { type Random, randomInt, seededRandom } from '@kubewright/core/random'
import type { Schedule } from './plan.ts'

export interface Choosable {
  /** Actions of one thread have a fixed order: the oldest comes first. */
  readonly thread: string
}

/** The index of the next action. `choices` is never empty. */
export type Choose = (choices: readonly Choosable[]) => number

/** The priority changes are spread over this many steps. */
const expectedSteps = 200

export function chooserFor(schedule: Exclude<Schedule, { readonly type: 'picked' }>): Choose {
  if (schedule.type === 'in-order') return () => 0
  const random = seededRandom(schedule.seed)
  if (schedule.type === 'random') return (choices) => randomInt(random, choices.length)
  return byPriority(random, schedule.changes)
}

/** Probabilistic concurrency testing: the thread with the highest priority runs; at a few steps its priority becomes the lowest. */
function byPriority(random: Random, changes: number): Choose {
  const priorities = new Map<string, number>()
  const changeAt = new Set(Array.from({ length: changes }, () => randomInt(random, expectedSteps)))
  let [step, lowest] = [0, 0]
  const priorityOf = ({ thread }: Choosable) => {
    if (!priorities.has(thread)) priorities.set(thread, 1 + random.next())
    return priorities.get(thread)!
  }
  return (choices) => {
    const ranks = choices.map(priorityOf)
    const best = ranks.indexOf(Math.max(...ranks))
    if (changeAt.has(step++)) priorities.set(choices[best]!.thread, --lowest)
    return best
  }
}
