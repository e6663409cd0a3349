import { expect, it } from 'vitest'
import { crashBackOffMs, crashesAfter, pullBackOffMs } from './back-off.ts'

it('the crash and image pull back-off grows to five minutes', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((crashes) => crashBackOffMs(crashes) / 1_000)).toEqual([
    0, 0, 10, 20, 40, 80, 160, 300, 300, 300,
  ])
  expect([1, 2, 3, 6, 1_000].map((attempts) => pullBackOffMs(attempts) / 1_000)).toEqual([10, 20, 40, 300, 300])
})

it('the crash back-off resets after ten minutes of running', () => {
  expect(crashesAfter(5, 599_999)).toBe(6)
  expect(crashesAfter(5, 600_000)).toBe(1)
})
