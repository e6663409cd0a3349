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
/** How many took how long, by bound. */
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

describe('a change of a website', () => {
  it('takes from the answer until it is seen ready', () => {
    tracker.changed('a', 1, 1_000)
    tracker.saw(seen(1, 0, false), 1_004)
    tracker.saw(seen(1, 1, false), 1_100)
    tracker.saw(seen(1), 1_400)
    expect(counted()).toEqual({ '0.5': 1 })
    expect(quantileOf(tracker.watch.buckets, 1)).toBe(0.005)
  })

  it('counts once, however often it is seen or answered', () => {
    tracker.changed('a', 1, 0)
    tracker.saw(seen(1), 10)
    tracker.saw(seen(1), 20)
    tracker.changed('a', 1, 30)
    expect(tracker.ready.buckets.count).toBe(1)
  })

  it('takes no time if the watch is faster than the answer', () => {
    tracker.saw(seen(1), 100)
    tracker.changed('a', 1, 150)
    expect(counted()).toEqual({ '0.005': 1 })
  })

  it('is not done while the status speaks of the one before', () => {
    tracker.changed('a', 1, 0)
    tracker.saw(seen(1), 10)
    tracker.changed('a', 2, 20)
    tracker.saw(seen(2, 1), 30)
    expect(tracker.ready.buckets.count).toBe(1)
    tracker.saw(seen(2), 2_020)
    expect(counted()).toEqual({ '0.01': 1, '2.5': 1 })
  })

  it('that nobody saw ready counts until a later one was, and is told of', () => {
    tracker.changed('a', 1, 0)
    tracker.changed('a', 2, 1_000)
    tracker.saw(seen(2), 3_000)
    expect(counted()).toEqual({ '2.5': 1, '5': 1 })
    expect(tracker.backfilled).toBe(1)
  })

  it('is overdue while it is waited for too long, and no more when the website is gone', () => {
    tracker.changed('a', 1, 0)
    tracker.changed('b', 1, 4_000)
    expect([tracker.overdue(5_000, 5_000), tracker.overdue(5_000, 5_001)]).toEqual([0, 1])
    tracker.gone('a')
    expect(tracker.overdue(5_000, 9_000)).toBe(0)
    tracker.saw(seen(1), 9_000)
    expect(tracker.ready.buckets.count).toBe(0)
  })
})
