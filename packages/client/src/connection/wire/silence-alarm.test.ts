import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { SilenceAlarm } from './silence-alarm.ts'

describe('SilenceAlarm', () => {
  it('fires once after the given time without touch()', async () => {
    const clock = new VirtualClock()
    const rings: number[] = []
    const alarm = new SilenceAlarm(clock, 1000, () => rings.push(clock.elapsed()))
    await clock.advance(600)
    alarm.touch()
    await clock.advance(999)
    expect(rings).toEqual([])
    await clock.advance(5000)

    expect(rings).toEqual([1600])
    expect(clock.pending).toEqual([])
  })

  it('keeps a single timer regardless of the number of touches', async () => {
    const clock = new VirtualClock()
    const alarm = new SilenceAlarm(clock, 1000, () => {})
    for (let touch = 0; touch < 1000; touch++) alarm.touch()

    expect(clock.pending).toHaveLength(1)
    alarm[Symbol.dispose]()
    expect(clock.pending).toEqual([])
  })

  it('does not fire after disposal, even if it was re-armed', async () => {
    const clock = new VirtualClock()
    let rings = 0
    const alarm = new SilenceAlarm(clock, 1000, () => rings++)
    await clock.advance(500)
    alarm.touch()
    await clock.advance(600)
    alarm[Symbol.dispose]()
    await clock.advance('1h')

    expect(rings).toBe(0)
  })
})
