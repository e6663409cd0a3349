import { describe, expect, it } from 'vitest'
import { pollIntervalMs } from './poll-interval.ts'

describe('the pause between two refreshes of kubewright shards --watch', () => {
  it.each([
    { tookMs: 3, pauseMs: 2_000 },
    { tookMs: 500, pauseMs: 2_000 },
    { tookMs: 3_000, pauseMs: 12_000 },
  ])('is $pauseMs ms after one that took $tookMs ms', ({ tookMs, pauseMs }) => {
    expect(pollIntervalMs(tookMs, '2s')).toBe(pauseMs)
  })
})
