/** The two tests of each planted bug: it is found, and its corrected twin passes. */
import { explore, type ExploreOptions, type Report } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import type { PlantedBug } from './planted-bug.ts'

/**
 * Limited by runs, so that the result does not depend on the load of the machine; the time limit only ends a hang. Uses all
 * strategies, each with its share.
 */
export const bounded = {
  draws: 8,
  budget: { runs: 160, within: '25m' },
} satisfies Partial<ExploreOptions>
export const timeout = 1_800_000

/** Most are found early. */
const budgets = [{ ...bounded.budget, runs: 24 }, bounded.budget]
/** A longer story is not readable. */
const linesOfStory = 90

export function judged(bugs: readonly PlantedBug[]): void {
  describe.each(bugs)('planted bug: $name', (bug) => {
    it(`is found (${bug.oracle})`, { timeout }, async () => {
      const report = await foundIn(bug)
      const failure = report.failures.find(({ oracle }) => oracle === bug.oracle)
      expect(failure, report.story()).toBeDefined()
      expect(failure!.story()).toContain('What happens:')
      expect(failure!.story().split('\n').length).toBeLessThan(linesOfStory)
    })

    it('is not reported once corrected', { timeout }, async () => {
      const report = await explore({ ...bounded, ...bug.explored(true) })
      expect(report.failures.map((failure) => failure.story())).toEqual([])
    })
  })
}

async function foundIn({ oracle, explored }: PlantedBug): Promise<Report> {
  let report: Report | undefined
  for (const budget of budgets) {
    report = await explore({ ...bounded, ...explored(false), budget })
    if (report.failures.some((failure) => failure.oracle === oracle)) break
  }
  return report!
}
