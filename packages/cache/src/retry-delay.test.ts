import { nextTurn, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { RetryDelay } from './retry-delay.ts'

const never = { next: () => 0 }
const always = { next: () => 0.999_999 }

describe('back-off of a failed watch', () => {
  it('doubles from 800 ms to 30 s', () => {
    const delay = new RetryDelay(new VirtualClock(), never)
    const waits = Array.from({ length: 8 }, () => delay.next())
    expect(waits).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000])
    expect(delay.attempts).toBe(8)
  })

  it('has jitter of up to 100 %', () => {
    expect(Math.round(new RetryDelay(new VirtualClock(), always).next())).toBe(1_600)
  })

  it('stays at 30 s after thousands of failures', () => {
    const delay = new RetryDelay(new VirtualClock(), never)
    for (let attempt = 0; attempt < 5_000; attempt++) delay.next()
    expect(delay.next()).toBe(30_000)
  })

  it('is reset after more than two minutes without failure', async () => {
    const clock = new VirtualClock()
    const delay = new RetryDelay(clock, never)
    delay.next()
    delay.next()
    await clock.advance('2m')
    expect(delay.next()).toBe(3_200)
    await clock.advance(120_001)
    expect([delay.next(), delay.attempts]).toEqual([800, 1])
    await nextTurn()
  })
})
