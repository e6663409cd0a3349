import { describe, expect, it } from 'vitest'
import { playDivision } from '../testing/division.ts'
import { divisionStoryOf, divisionThemeNames } from '../testing/division-story.ts'
import { playUntilFailure } from '../testing/play-divisions.ts'

describe('replicas that divide clusters', () => {
  it('never write to one cluster concurrently, and serve all clusters again after the faults end', async () => {
    // Two stories of each theme. Thousands: `npm run test:division`.
    const { violations, played, writes, smallest } = await playUntilFailure({
      from: 1,
      to: 2 * divisionThemeNames.length,
      isTold: true,
    })
    expect(
      smallest === undefined ? '' : [JSON.stringify(smallest.story), ...smallest.report.told, ...violations].join('\n'),
    ).toBe('')
    expect(played).toBe(2 * divisionThemeNames.length)
    expect(writes).toBeGreaterThan(0)
  }, 120_000)

  it('behave the same for the same seed', async () => {
    const [one, two] = [await playDivision(divisionStoryOf(8), true), await playDivision(divisionStoryOf(8), true)]
    expect(two).toEqual(one)
    expect(one.writes).toBeGreaterThan(0)
  }, 60_000)
})
