import { beforeEach, describe, expect, it } from 'vitest'
import { quantileOf } from './latency-histogram.ts'
import { Tracker } from './tracker.ts'

let tracker: Tracker

beforeEach(() => {
  tracker = new Tracker()
})

const seen = (generation: number, observedGeneration = generation, isReady = true) => ({
  uid: 'a',
  generation,
  observedGeneration,
  isReady,
})
/** Observations per bucket, by upper bound. */
const counted = () => {
  let before = 0
  return Object.fromEntries(
    tracker.ready.buckets.buckets.flatMap(({ le, count }) => {
      const own = count - before
      before = count
      return own === 0 ? [] : [[String(le), own]]
    }),
  )
}

describe('tracked change of a Website', () => {
  it("measures latency from the write's response until the watch shows it ready", () => {
    tracker.changed('a', 1, 1_000)
    tracker.saw(seen(1, 0, false), 1_004)
    tracker.saw(seen(1, 1, false), 1_100)
    tracker.saw(seen(1), 1_400)
    expect(counted()).toEqual({ '0.5': 1 })
    expect(quantileOf(tracker.watch.buckets, 1)).toBe(0.005)
  })

  it('is counted once, however many watch events or responses mention it', () => {
    tracker.changed('a', 1, 0)
    tracker.saw(seen(1), 10)
    tracker.saw(seen(1), 20)
    tracker.changed('a', 1, 30)
    expect(tracker.ready.buckets.count).toBe(1)
  })

  it('has latency zero if the watch event precedes the response', () => {
    tracker.saw(seen(1), 100)
    tracker.changed('a', 1, 150)
    expect(counted()).toEqual({ '0.005': 1 })
  })

  it('is not ready while status.observedGeneration is older', () => {
    tracker.changed('a', 1, 0)
    tracker.saw(seen(1), 10)
    tracker.changed('a', 2, 20)
    tracker.saw(seen(2, 1), 30)
    expect(tracker.ready.buckets.count).toBe(1)
    tracker.saw(seen(2), 2_020)
    expect(counted()).toEqual({ '0.01': 1, '2.5': 1 })
  })

  it('is counted as ready with a later generation if its own ready state was never observed', () => {
    tracker.changed('a', 1, 0)
    tracker.changed('a', 2, 1_000)
    tracker.saw(seen(2), 3_000)
    expect(counted()).toEqual({ '2.5': 1, '5': 1 })
    expect(tracker.backfilled).toBe(1)
  })

  it('is overdue after the limit, and not after the Website was deleted', () => {
    tracker.changed('a', 1, 0)
    tracker.changed('b', 1, 4_000)
    expect([tracker.overdue(5_000, 5_000), tracker.overdue(5_000, 5_001)]).toEqual([0, 1])
    tracker.gone('a')
    expect(tracker.overdue(5_000, 9_000)).toBe(0)
    tracker.saw(seen(1), 9_000)
    expect(tracker.ready.buckets.count).toBe(0)
  })
})
