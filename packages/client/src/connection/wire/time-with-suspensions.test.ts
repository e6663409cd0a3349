import { expect, it } from 'vitest'
import { timeWithSuspensions } from './time-with-suspensions.ts'

/** Two clocks that are set by hand. */
function start() {
  const at = { wall: 1_000_000, monotonic: 5_000 }
  const time = timeWithSuspensions({
    now: () => at.wall,
    elapsed: () => at.monotonic,
    schedule: () => ({ [Symbol.dispose]: () => {} }),
  })
  /** The time that passes between two readings. */
  const passed = (wall: number, monotonic: number) => {
    const before = time()
    at.wall += wall
    at.monotonic += monotonic
    return time() - before
  }
  return { passed }
}

it('goes on while the monotonic clock stands still', () => {
  const { passed } = start()
  expect(passed(60_100, 100)).toBe(60_100)
  expect(passed(100, 100)).toBe(100)
})

it('does not go back when the wall clock is set back', () => {
  const { passed } = start()
  expect(passed(-3_600_000, 100)).toBe(100)
  expect(passed(60_100, 100)).toBe(60_100)
})

it('counts no drift of the wall clock, however long it lasts', () => {
  const { passed } = start()
  const minutes = Array.from({ length: 600 }, () => passed(60_006, 60_000))
  expect(new Set(minutes)).toEqual(new Set([60_000]))
})
