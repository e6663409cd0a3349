import { describe, expect, it } from 'vitest'
import { isKept, LatencyHistogram, latencyBounds, minus, noLatencies, quantileOf, sumOf } from './latency-histogram.ts'
import { scaled, scenarios } from './scenario.ts'
import { readHistogram } from './scrape.ts'
import { capacityOf, judge, promised, type Sample } from './service-levels.ts'

const latencies = (...ms: readonly number[]) => {
  const histogram = new LatencyHistogram()
  for (const one of ms) histogram.observe(one)
  return histogram.buckets
}
const times = (count: number, ms: number) => Array.from({ length: count }, () => ms)

describe('latency histogram', () => {
  it('has bucket bounds at the service-level objectives', () => {
    expect(latencyBounds).toContain(promised.queueSeconds)
    expect(latencyBounds).toContain(promised.readySeconds)
  })

  it('meets an objective if exactly the required share is within the bound', () => {
    expect(isKept(latencies(...times(99, 1_000), 1_001), 0.99, 1)).toBe(true)
    expect(isKept(latencies(...times(98, 1_000), 1_001, 1_001), 0.99, 1)).toBe(false)
    expect(isKept(noLatencies, 0.99, 1)).toBe(true)
    expect(() => isKept(latencies(1), 0.99, 3)).toThrow('no bucket ends at 3 s')
  })

  it('interpolates quantiles linearly within a bucket', () => {
    expect(quantileOf(latencies(...times(100, 700)), 0.5)).toBe(0.75)
    expect(quantileOf(latencies(20_000), 0.99)).toBe(Number.POSITIVE_INFINITY)
    expect(quantileOf(noLatencies, 0.99)).toBeUndefined()
  })

  it('adds up the buckets of several processes', () => {
    expect(sumOf([latencies(1, 700), noLatencies, latencies(700)])).toMatchObject({ count: 3 })
    expect(sumOf([])).toEqual(noLatencies)
    const other = { buckets: [{ le: 7, count: 1 }], count: 1 }
    expect(() => sumOf([latencies(1), other])).toThrow('a bucket ends at')
  })

  it('parses buckets from a Prometheus text exposition', () => {
    const text = [
      '# TYPE workqueue_queue_duration_seconds histogram',
      'workqueue_queue_duration_seconds_bucket{name="websites",controller="websites",le="1.0000000000000002"} 3',
      'workqueue_queue_duration_seconds_bucket{name="websites",controller="websites",le="+Inf"} 4',
      'workqueue_queue_duration_seconds_bucket{name="others",controller="others",le="+Inf"} 9',
      'workqueue_queue_duration_seconds_count{name="websites",controller="websites"} 4',
    ].join('\n')
    const queue = readHistogram(text, 'workqueue_queue_duration_seconds', { name: 'websites' })
    expect(queue.count).toBe(4)
    expect(isKept(queue, 0.75, 1)).toBe(true)
    expect(readHistogram('', 'x', {})).toEqual(noLatencies)
  })
})

describe('latency histogram difference', () => {
  it('contains only the observations since the earlier histogram', () => {
    const histogram = new LatencyHistogram()
    for (const ms of [3, 700, 20_000]) histogram.observe(ms)
    const before = histogram.buckets
    expect(before).toMatchObject(minus(before, noLatencies))
    for (const ms of [4, 4]) histogram.observe(ms)
    const since = minus(histogram.buckets, before)
    expect(since.count).toBe(2)
    expect(quantileOf(since, 0.99)).toBeLessThanOrEqual(0.005)
  })
})

describe('load run', () => {
  it('meets its service level until too many changes are overdue or slow, finished or not', () => {
    const ready = latencies(...times(99, 100))
    expect(judge({ queue: noLatencies, ready, overdue: 1 })).toMatchObject({ isKept: true, queueP99: null })
    expect(judge({ queue: noLatencies, ready, overdue: 2 })).toMatchObject({ isKept: false })
    expect(judge({ queue: noLatencies, ready: noLatencies, overdue: 1 }).isKept).toBe(false)
    expect(judge({ queue: latencies(2_000), ready, overdue: 0 }).isKept).toBe(false)
  })

  it('reports as capacity the last sample before the first missed service level', () => {
    const sample = (second: number, kept: boolean): Sample => ({
      second,
      websites: second * 10,
      churn: 1,
      queueP99: 0,
      readyP99: 0,
      isKept: kept,
    })
    const samples = [sample(15, true), sample(30, true), sample(45, false), sample(60, true)]
    expect(capacityOf(samples)?.websites).toBe(300)
    expect(capacityOf(samples.slice(0, 2))?.websites).toBe(300)
    expect(capacityOf(samples.slice(2))).toBeUndefined()
  })

  it('scales down in rate and duration without changing the updates per object', () => {
    const { 'scale-out': whole } = scenarios
    const small = scaled(whole!, { rate: 0.5, time: 0.1 })
    expect(small).toMatchObject({ seconds: 90, createPerSecond: 5, mutateEverySeconds: 3 })
    expect(small.seconds / small.mutateEverySeconds).toBe(whole!.seconds / whole!.mutateEverySeconds)
    expect(scaled(scenarios['chaos']!, { time: 0.1 }).chaosEverySeconds).toBe(30)
  })
})
