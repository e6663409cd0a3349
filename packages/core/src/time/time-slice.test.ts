import { describe, expect, it } from 'vitest'
import { TimeSlice } from './time-slice.ts'
import { VirtualClock } from './virtual-clock.ts'

describe('a slice of time', () => {
  it('is over after eight milliseconds, and another one begins when others had their turn', async () => {
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

  it('is shared by those who wait for the next one', async () => {
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

  it('begins anew after a wait, and not after work', async () => {
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

  it('does not begin for work that nobody wants any more', async () => {
    const slice = new TimeSlice(new VirtualClock())
    await expect(slice.next(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })
})
