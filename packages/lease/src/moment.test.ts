import { describe, expect, it } from 'vitest'
import { ageOf, momentOf } from './moment.ts'

/** A clock with fixed times. */
function clockAt(elapsed: number, now: number) {
  return { elapsed: () => elapsed, now: () => now, schedule: () => ({ [Symbol.dispose]: () => undefined }) }
}

describe('the age of a moment by monotonic and wall clock', () => {
  const moment = momentOf(clockAt(500, 1_000_000))

  it.each([
    ['both clocks agree', 9_000, 9_000, 9_000],
    ['the machine was suspended, which only the wall clock shows', 2_000, 47_000, 47_000],
    ['the wall clock was set forwards', 2_000, 3_602_000, 3_602_000],
    ['the monotonic clock is faster', 10_500, 10_000, 10_500],
    ['the wall clock is slewed back a little', 9_000, 8_200, 9_000],
    ['the wall clock was set back', 2_000, -800_000, Infinity],
    ['the wall clock was set back, and then the machine was suspended', 2_700, -770_000, Infinity],
  ])('when %s', (_, elapsed, wall, age) => {
    expect(ageOf(moment, clockAt(500 + elapsed, 1_000_000 + wall))).toBe(age)
  })
})
