/** The two tests of each planted bug: it is found, and its corrected twin is not blamed. */
import { explore, type ExploreOptions } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import type { PlantedBug } from './planted-bug.ts'

/**
 * Counted in runs, so that a busy machine gives the same answer; the time only ends what hangs. Declarations are few: they come
 * first, so that they fit whatever else there is.
 */
export const bounded = {
  strategies: ['declarations', 'single', 'combined', 'random', 'pct'],
  draws: 8,
  budget: { runs: 160, within: '25m' },
} satisfies Partial<ExploreOptions>
export const timeout = 1_800_000

export function judged(bugs: readonly PlantedBug[]): void {
  describe.each(bugs)('$name', ({ oracle, explored }) => {
    it(`is found (${oracle})`, { timeout }, async () => {
      const report = await explore({ ...explored(false), ...bounded })
      expect(report.failures.map((failure) => failure.oracle)).toContain(oracle)
      expect(report.story()).toContain('What happens:')
    })

    it('is not found once it is corrected', { timeout }, async () => {
      const report = await explore({ ...explored(true), ...bounded })
      expect(report.failures.map((failure) => failure.story())).toEqual([])
    })
  })
}
