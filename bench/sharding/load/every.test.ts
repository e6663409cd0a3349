import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { every } from './every.ts'
import { ForEach } from './for-each.ts'

describe('every(): fixed-rate scheduler', () => {
  it('starts calls at an even rate, whether or not earlier calls have ended', async () => {
    const clock = new VirtualClock()
    const stop = new AbortController()
    const times: number[] = []
    const start = clock.elapsed()
    const rate = every({ clock, perSecond: 4, signal: stop.signal }, async () => {
      times.push(clock.elapsed() - start)
      await new Promise((resolve) => clock.schedule(10_000, () => resolve(undefined)))
    })
    await clock.advance('2s')
    expect(times).toEqual([250, 500, 750, 1_000, 1_250, 1_500, 1_750, 2_000])
    stop.abort()
    await clock.advance('1m')
    await rate.ended
    expect([rate.begun, rate.omitted]).toEqual([8, 0])
  })

  it('omits calls above the concurrency limit and counts them', async () => {
    const clock = new VirtualClock()
    const stop = new AbortController()
    const options = { clock, perSecond: 10, signal: stop.signal, mostUnderWay: 3 }
    const rate = every(options, () => new Promise<void>((resolve) => clock.schedule(60_000, resolve)))
    await clock.advance('1s')
    expect([rate.begun, rate.omitted]).toEqual([3, 7])
    stop.abort()
    await clock.advance('1m')
    await rate.ended
  })

  it('continues after a call that fails', async () => {
    const clock = new VirtualClock()
    const stop = new AbortController()
    const rate = every({ clock, perSecond: 1, signal: stop.signal }, async () => {
      throw new Error('no')
    })
    await clock.advance('3s')
    stop.abort()
    await rate.ended
    expect(rate.begun).toBe(3)
  })

  it('starts no call at rate zero', async () => {
    const clock = new VirtualClock()
    const stop = new AbortController()
    const rate = every({ clock, perSecond: 0, signal: stop.signal }, async () => expect.fail())
    await clock.advance('1h')
    stop.abort()
    await rate.ended
    expect(rate.begun).toBe(0)
  })
})

describe('ForEach: periodic call per key', () => {
  it('calls each key periodically, first one period after it was added, until it is removed', async () => {
    const clock = new VirtualClock()
    const stop = new AbortController()
    const seen: string[] = []
    const start = clock.elapsed()
    const each = new ForEach<string>({ clock, everyMs: 1_000, signal: stop.signal }, async (key) => {
      seen.push(`${key} at ${clock.elapsed() - start}`)
    })
    each.add('a')
    each.add('a')
    await clock.advance('500ms')
    each.add('b')
    await clock.advance('2s')
    each.remove('a')
    await clock.advance('1s')
    expect(seen).toEqual(['a at 1000', 'b at 1500', 'a at 2000', 'b at 2500', 'b at 3500'])
    expect(each.begun).toBe(5)
    stop.abort()
    each.add('c')
    await clock.advance('1h')
    await each.ended()
    expect(seen).toHaveLength(5)
  })
})
