import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000 }))
  afterEach(() => void vi.useRealTimers())

  it('shows the wall and what has passed', () => {
    const before = systemClock.elapsed()
    vi.advanceTimersByTime(250)
    expect([systemClock.now(), systemClock.elapsed() - before]).toEqual([1_250, 250])
  })

  const delays = [
    { name: 'a usual delay', ms: 50, firesAt: 50 },
    { name: 'a delay longer than Node can hold', ms: 2 ** 31 + 5, firesAt: 2 ** 31 + 5 },
    { name: 'a negative delay', ms: -5, firesAt: 0 },
    { name: 'a delay that is not a number', ms: Number.NaN, firesAt: 0 },
  ]

  it.each(delays)('runs once, on time: $name', ({ ms, firesAt }) => {
    const run = vi.fn<() => void>()
    systemClock.schedule(ms, run)
    vi.advanceTimersByTime(Math.max(firesAt - 1, 0))
    const early = firesAt > 0 ? run.mock.calls.length : 0
    vi.advanceTimersByTime(2 ** 32)
    expect([early, run.mock.calls.length]).toEqual([0, 1])
  })

  it('never runs at infinity', () => {
    const run = vi.fn<() => void>()
    const timer = systemClock.schedule(Number.POSITIVE_INFINITY, run)
    vi.advanceTimersByTime(2 ** 33)
    expect(run).not.toHaveBeenCalled()
    timer[Symbol.dispose]()
  })

  it.each([50, 2 ** 31 + 5])('forgets a timer of %d ms that is disposed, however often', (ms) => {
    const run = vi.fn<() => void>()
    const timer = systemClock.schedule(ms, run)
    vi.advanceTimersByTime(ms - 1)
    timer[Symbol.dispose]()
    timer[Symbol.dispose]()
    vi.advanceTimersByTime(ms)
    expect([run.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
  })
})
