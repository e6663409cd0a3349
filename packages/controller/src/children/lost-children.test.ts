import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { LostChildren } from './lost-children.ts'

function start() {
  const clock = new VirtualClock()
  return { clock, lost: new LostChildren(() => clock.elapsed()) }
}

describe('children that were lost', () => {
  it('are those that somebody removed, and nobody elses', () => {
    const { lost } = start()
    lost.note('owner', 'one')
    expect([lost.find('owner', 'one'), lost.find('owner', 'two'), lost.find('another', 'one')]).toEqual([
      { times: 1, sinceMs: 0, waitMs: 0 },
      undefined,
      undefined,
    ])
  })

  it('wait twice as long each time once there were too many, and no longer than five minutes', async () => {
    const { clock, lost } = start()
    const waits: number[] = []
    for (let times = 0; times < 16; times++) {
      lost.note('owner', 'one')
      const { waitMs } = lost.find('owner', 'one')!
      waits.push(waitMs / 1_000)
      await clock.advance(waitMs)
      expect(lost.find('owner', 'one')).toMatchObject({ waitMs: 0 })
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  it('wait no longer than a number can say, after however many losses', () => {
    const { lost } = start()
    for (let times = 0; times < 5_000; times++) lost.note('owner', 'one')
    expect(lost.find('owner', 'one')).toEqual({ times: 5_000, sinceMs: 0, waitMs: 300_000 })
  })

  it('begin anew after ten minutes without a loss, and cost nothing then', async () => {
    const { clock, lost } = start()
    for (const child of ['one', 'one', 'two']) lost.note('owner', child)
    await clock.advance('601s')
    lost.note('owner', 'one')
    expect([lost.find('owner', 'one'), lost.find('owner', 'two')]).toEqual([
      { times: 1, sinceMs: 0, waitMs: 0 },
      undefined,
    ])
  })

  it('are forgotten with their owner', () => {
    const { lost } = start()
    lost.note('owner', 'one')
    lost.forget('owner')
    expect([lost.size, lost.find('owner', 'one')]).toEqual([0, undefined])
  })
})
