import { describe, expect, it } from 'vitest'
import { ageOf, momentOf } from './moment.ts'

/** Shows what it is told to. */
function clockAt(elapsed: number, now: number) {
  return { elapsed: () => elapsed, now: () => now, schedule: () => ({ [Symbol.dispose]: () => undefined }) }
}

describe('how long ago a moment was', () => {
  const moment = momentOf(clockAt(500, 1_000_000))

  it.each([
    ['both clocks agree', 9_000, 9_000, 9_000],
    ['the machine has slept, which only the wall shows', 2_000, 47_000, 47_000],
    ['somebody set the wall’s clock forwards', 2_000, 3_602_000, 3_602_000],
    ['the clock that only grows is the faster one', 10_500, 10_000, 10_500],
    ['the wall’s clock is brought back by a little', 9_000, 8_200, 9_000],
    ['somebody set it back', 2_000, -800_000, Infinity],
    ['somebody set it back, and then the machine slept', 2_700, -770_000, Infinity],
  ])('where %s', (_, elapsed, wall, age) => {
    expect(ageOf(moment, clockAt(500 + elapsed, 1_000_000 + wall))).toBe(age)
  })
})
