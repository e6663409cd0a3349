/**
 * Several ways to explore share one budget: each gets its part of it first, so that none is left out because another has many
 * plans; what is left then is for those that have not come to their end.
 */
import type { Budget } from './budget.ts'
import type { StrategyReport } from './report.ts'

export interface Course {
  /** Against the other ones. */
  readonly weight: number
  /** Plays one plan more, each time it is asked, until it has none. */
  readonly plays: AsyncIterator<void>
  report(): StrategyReport
  /** Plans that did not run, in a few words; nothing if all did. */
  skipped(): string | undefined
  /** What limits of its own cut off. */
  cut(): readonly string[]
}

/** @param courses those that find most with few plans come first */
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
