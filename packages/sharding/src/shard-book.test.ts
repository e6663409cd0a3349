import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ringLabel, sharderHolder, shardNameLabel } from './names.ts'
import { ShardBook } from './shard-book.ts'

/** Leases come by hand here: the source stays silent. */
const cache = { source: () => ({ subscribe: () => undefined, [Symbol.dispose]: () => undefined }) }

const lease = (holderIdentity: string, renewTime: string, leaseDurationSeconds: number) =>
  ({
    metadata: {
      name: 'sites.web-0',
      namespace: 'web',
      uid: 'u',
      resourceVersion: '1',
      labels: { [ringLabel]: 'sites', [shardNameLabel]: 'web-0' },
    },
    spec: { holderIdentity, renewTime, acquireTime: renewTime, leaseDurationSeconds, leaseTransitions: 1 },
  }) as never

function bookAt(clock: VirtualClock): ShardBook {
  return new ShardBook({ cache: cache as never, clock, ring: 'sites', namespace: 'web', durationMs: 15_000 })
}

describe('a shard is over', () => {
  const taken = lease(sharderHolder, '2026-01-01T00:00:00.000000Z', 30)

  it('for half of the time since this process sent the write that took its lease', async () => {
    const clock = new VirtualClock()
    using book = bookAt(clock)
    const hold = { elapsed: clock.elapsed(), now: clock.now() }
    await clock.advance(4_000)
    book.noteHold(taken, hold)
    await clock.advance(10_900)
    expect(book.isOver('web-0')).toBe(true)
    await clock.advance(200)
    expect(book.isOver('web-0')).toBe(false)
  })

  it('not because a hold of another process was seen: that may be of any age', () => {
    using book = bookAt(new VirtualClock())
    book.noteLease(taken)
    expect(book.isOver('web-0')).toBe(false)
  })

  it('not by a hold that another process has renewed since', () => {
    const clock = new VirtualClock()
    using book = bookAt(clock)
    book.noteHold(taken, { elapsed: clock.elapsed(), now: clock.now() })
    book.noteLease(lease(sharderHolder, '2026-01-01T00:00:01.000000Z', 30))
    expect(book.isOver('web-0')).toBe(false)
  })

  it('not once the machine has slept: the clock that only grows stood still', () => {
    const clock = new VirtualClock()
    using book = bookAt(clock)
    book.noteHold(taken, { elapsed: clock.elapsed(), now: clock.now() - 20_000 })
    expect(book.isOver('web-0')).toBe(false)
  })
})

describe('a lease that somebody shortened', () => {
  it('is one that lasts as long as this process knows', async () => {
    const clock = new VirtualClock()
    using book = bookAt(clock)
    book.noteLease(lease('web-0/1', '2026-01-01T00:00:00.000000Z', 1))
    await clock.advance(14_000)
    expect(book.judge('web-0')?.state).toBe('ready')
    await clock.advance(15_000)
    expect(book.judge('web-0')?.state).toBe('expired')
  })
})
