/**
 * Several strategies share one budget. Each gets its share first, so that a strategy with many plans starves no other; the remainder goes
 * to those that have not finished.
 */
import type { Budget } from './budget.ts'
import type { StrategyReport } from './report.ts'

export interface Course {
  /** Relative to the other courses. */
  readonly weight: number
  /** Runs one more plan on each `next()`, until none is left. */
  readonly plays: AsyncIterator<void>
  report(): StrategyReport
  /** The number of plans that did not run, as text; `undefined` if all did. */
  skipped(): string | undefined
  /** The parts that the strategy's own limits cut off. */
  cut(): readonly string[]
}

/** @param courses in order of expected findings per plan */
export async function playInShares(courses: readonly Course[], budget: Budget): Promise<void> {
  const ended = new Set<Course>()
  const play = async (course: Course, until: { readonly isSpent: boolean }) => {
    while (!until.isSpent && !ended.has(course)) if ((await course.plays.next()).done === true) ended.add(course)
  }
  let weights = courses.reduce((sum, { weight }) => sum + weight, 0)
  for (const course of courses) {
    await play(course, budget.share(course.weight / weights))
    weights -= course.weight
  }
  for (const course of courses) await play(course, budget)
}
