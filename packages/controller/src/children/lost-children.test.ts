import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { LostChildren } from './lost-children.ts'

function start() {
  const clock = new VirtualClock()
  return { clock, lost: new LostChildren(() => clock.elapsed()) }
}

describe('the back-off for recreating lost children', () => {
  it('counts losses per owner and child', () => {
    const { lost } = start()
    lost.note('owner', 'one')
    expect([lost.find('owner', 'one'), lost.find('owner', 'two'), lost.find('another', 'one')]).toEqual([
      { times: 1, sinceMs: 0, waitMs: 0 },
      undefined,
      undefined,
    ])
  })

  it('starts after five losses, doubles each time and is capped at five minutes', async () => {
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

  it('stays at the cap after thousands of losses', () => {
    const { lost } = start()
    for (let times = 0; times < 5_000; times++) lost.note('owner', 'one')
    expect(lost.find('owner', 'one')).toEqual({ times: 5_000, sinceMs: 0, waitMs: 300_000 })
  })

  it('resets after ten minutes without a loss', async () => {
    const { clock, lost } = start()
    for (const child of ['one', 'one', 'two']) lost.note('owner', child)
    await clock.advance('601s')
    lost.note('owner', 'one')
    expect([lost.find('owner', 'one'), lost.find('owner', 'two')]).toEqual([
      { times: 1, sinceMs: 0, waitMs: 0 },
      undefined,
    ])
  })

  it('is dropped with its owner', () => {
    const { lost } = start()
    lost.note('owner', 'one')
    lost.forget('owner')
    expect([lost.size, lost.find('owner', 'one')]).toEqual([0, undefined])
  })
})
