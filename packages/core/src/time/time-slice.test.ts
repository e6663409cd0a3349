import { describe, expect, it } from 'vitest'
import { TimeSlice } from './time-slice.ts'
import { VirtualClock } from './virtual-clock.ts'

describe('TimeSlice', () => {
  it('ends after 8 ms, and the next one begins after a turn of the event loop', async () => {
    const clock = new VirtualClock()
    const slice = new TimeSlice(clock)
    await clock.advance(8)
    expect([slice.isOver, slice.now]).toEqual([false, 8])
    await clock.advance(1)
    expect([slice.isOver, slice.now]).toEqual([true, 9])
    let isTurn = false
    setImmediate(() => (isTurn = true))
    await slice.next()
    expect([isTurn, slice.isOver]).toEqual([true, false])
  })

  it('next() resolves all its waiters in the same turn', async () => {
    const clock = new VirtualClock()
    const slice = new TimeSlice(clock)
    const heard: string[] = []
    await clock.advance(9)
    const both = ['one', 'two'].map((name) => slice.next().then(() => heard.push(name)))
    setImmediate(() => heard.push('a turn'))
    await Promise.all(both)
    expect(heard).toEqual(['one', 'two'])
    await slice.next()
    expect(heard).toEqual(['one', 'two', 'a turn'])
  })

  it('resume() restarts it after idle time, but not after work', async () => {
    const clock = new VirtualClock()
    const slice = new TimeSlice(clock)
    await clock.advance(5_000)
    slice.resume()
    await clock.advance(8)
    expect(slice.isOver).toBe(false)
    await clock.advance(8)
    slice.resume()
    expect(slice.isOver).toBe(true)
  })

  it('next() rejects with the reason of an aborted signal', async () => {
    const slice = new TimeSlice(new VirtualClock())
    await expect(slice.next(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })
})
