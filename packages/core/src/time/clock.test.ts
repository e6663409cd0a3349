import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000 }))
  afterEach(() => void vi.useRealTimers())

  it('returns wall time and elapsed time', () => {
    const before = systemClock.elapsed()
    vi.advanceTimersByTime(250)
    expect([systemClock.now(), systemClock.elapsed() - before]).toEqual([1_250, 250])
  })

  const delays = [
    { name: 'a usual delay', ms: 50, firesAt: 50 },
    { name: 'a delay longer than Node supports', ms: 2 ** 31 + 5, firesAt: 2 ** 31 + 5 },
    { name: 'a negative delay', ms: -5, firesAt: 0 },
    { name: 'a delay of NaN', ms: Number.NaN, firesAt: 0 },
  ]

  it.each(delays)('fires a timer once and on time: $name', ({ ms, firesAt }) => {
    const run = vi.fn<() => void>()
    systemClock.schedule(ms, run)
    vi.advanceTimersByTime(Math.max(firesAt - 1, 0))
    const early = firesAt > 0 ? run.mock.calls.length : 0
    vi.advanceTimersByTime(2 ** 32)
    expect([early, run.mock.calls.length]).toEqual([0, 1])
  })

  it('never fires a timer with an infinite delay', () => {
    const run = vi.fn<() => void>()
    const timer = systemClock.schedule(Number.POSITIVE_INFINITY, run)
    vi.advanceTimersByTime(2 ** 33)
    expect(run).not.toHaveBeenCalled()
    timer[Symbol.dispose]()
  })

  it.each([50, 2 ** 31 + 5])('does not fire a disposed timer of %d ms, even if disposed twice', (ms) => {
    const run = vi.fn<() => void>()
    const timer = systemClock.schedule(ms, run)
    vi.advanceTimersByTime(ms - 1)
    timer[Symbol.dispose]()
    timer[Symbol.dispose]()
    vi.advanceTimersByTime(ms)
    expect([run.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
  })
})
