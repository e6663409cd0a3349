import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ConnectionClock } from './connection-clock.ts'

function clocks() {
  const base = new VirtualClock()
  const clock = new ConnectionClock(base)
  const fired: string[] = []
  const schedule = (name: string, ms: number) => clock.schedule(ms, () => fired.push(`${name} ${base.elapsed()}`))
  return { base, clock, fired, schedule }
}

describe('ConnectionClock', () => {
  it('runs its timers in order, long and short ones', async () => {
    const { base, fired, schedule } = clocks()
    schedule('minute', 60_000)
    schedule('half', 30_000)
    schedule('short', 500)
    schedule('never', 45_000)[Symbol.dispose]()
    await base.advance('2m')
    expect(fired).toEqual(['short 500', 'half 30000', 'minute 60000'])
  })

  it('holds long timers while it is suspended, and no short ones', async () => {
    const { base, clock, fired, schedule } = clocks()
    schedule('minute', 60_000)
    await base.advance('20s')
    const suspended = clock.suspend()
    schedule('short', 500)
    schedule('meanwhile', 50_000)
    expect(base.nextInMs).toBe(500)
    await base.advance('7d')
    suspended[Symbol.dispose]()
    expect(fired).toEqual(['short 20500'])
    expect(clock.elapsed()).toBe(20_000)
    await base.advance('50s')
    const week = 7 * 24 * 3_600_000
    expect(fired.slice(1)).toEqual([`minute ${week + 60_000}`, `meanwhile ${week + 70_000}`])
  })

  it('returns the current time of day', async () => {
    const { base, clock } = clocks()
    const suspended = clock.suspend()
    await base.advance('1h')
    suspended[Symbol.dispose]()
    expect(clock.now()).toBe(base.now())
  })
})
