import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ExpiredShards } from './expired-shards.ts'
import { KnownShards } from './known-shards.ts'
import { storedLease } from '../testing/stored-lease.ts'

function startShards() {
  const clock = new VirtualClock()
  const source = { subscribe: () => undefined, synced: async () => undefined, list: () => [] }
  const cache = { source: () => ({ ...source, [Symbol.dispose]: () => undefined }) } as never
  const shards = new KnownShards({ cache, clock, ring: 'sites', namespace: 'web', durationMs: 15_000 })
  return { clock, shards, expired: new ExpiredShards(shards) }
}

describe('an expired shard', () => {
  it('is reported once', async () => {
    const { clock, shards, expired } = startShards()
    shards.noteLease(storedLease('a'))
    expect(expired.update()).toBe(false)
    await clock.advance(15_000)
    expect([expired.update(), expired.update()]).toEqual([true, false])
  })

  it('is due for one list until it is back', async () => {
    const { clock, shards, expired } = startShards()
    shards.noteLease(storedLease('a'))
    await clock.advance(15_000)
    expired.update()
    const before = expired.isListed('a')
    expired.noteListed()
    await clock.advance(15_000)
    expired.update()
    const listed = expired.isListed('a')
    shards.noteLease(storedLease('a', { renewals: 2 }))
    expired.update()
    await clock.advance(15_000)
    expect([before, listed, expired.isListed('a'), expired.update(), expired.isListed('a')]).toEqual([
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it('is not reported while its released lease is reserved for a restart', async () => {
    const { clock, shards, expired } = startShards()
    shards.noteLease(storedLease('a', { holder: '', reserved: 60 }))
    await clock.advance(20_000)
    expect([shards.assess('a')?.state, expired.update()]).toEqual(['expired', false])
  })
})
