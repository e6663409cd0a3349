import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { sharderHolder } from '../names.ts'
import { KnownShards } from './known-shards.ts'
import { storedLease } from '../testing/stored-lease.ts'

/** The test adds leases itself: the source emits nothing. */
const cache = { source: () => ({ subscribe: () => undefined, [Symbol.dispose]: () => undefined }) }

const lease = (holder: string, renewTime: string, seconds: number) =>
  storedLease('web-0', { holder, renewTime, seconds })

function shardsAt(clock: VirtualClock): KnownShards {
  return new KnownShards({ cache: cache as never, clock, ring: 'sites', namespace: 'web', durationMs: 15_000 })
}

describe('the fencing of a shard', () => {
  const taken = lease(sharderHolder, '2026-01-01T00:00:00.000000Z', 30)

  it('lasts half of the lease duration after this process sent the takeover', async () => {
    const clock = new VirtualClock()
    using shards = shardsAt(clock)
    const hold = { elapsed: clock.elapsed(), now: clock.now() }
    await clock.advance(4_000)
    shards.noteTakeover(taken, hold)
    await clock.advance(10_900)
    expect(shards.isFenced('web-0')).toBe(true)
    await clock.advance(200)
    expect(shards.isFenced('web-0')).toBe(false)
  })

  it('is not assumed if another process took the lease, because the time is unknown', () => {
    using shards = shardsAt(new VirtualClock())
    shards.noteLease(taken)
    expect(shards.isFenced('web-0')).toBe(false)
  })

  it('ends if another process has renewed the takeover since', () => {
    const clock = new VirtualClock()
    using shards = shardsAt(clock)
    shards.noteTakeover(taken, { elapsed: clock.elapsed(), now: clock.now() })
    shards.noteLease(lease(sharderHolder, '2026-01-01T00:00:01.000000Z', 30))
    expect(shards.isFenced('web-0')).toBe(false)
  })

  it('has ended after a suspend, during which the monotonic clock stood still', () => {
    const clock = new VirtualClock()
    using shards = shardsAt(clock)
    shards.noteTakeover(taken, { elapsed: clock.elapsed(), now: clock.now() - 20_000 })
    expect(shards.isFenced('web-0')).toBe(false)
  })
})

describe('a shard lease with a shortened duration', () => {
  it('counts as held for the configured duration', async () => {
    const clock = new VirtualClock()
    using shards = shardsAt(clock)
    shards.noteLease(lease('web-0/1', '2026-01-01T00:00:00.000000Z', 1))
    await clock.advance(14_000)
    expect(shards.assess('web-0')?.state).toBe('ready')
    await clock.advance(15_000)
    expect(shards.assess('web-0')?.state).toBe('expired')
  })
})

const renewed = (shard: string, renewals: number) => storedLease(shard, { renewals })

it('leases are all known after the first list, even if they are delivered one by one', async () => {
  const source = {
    subscribe: () => undefined,
    synced: async () => undefined,
    list: () => [renewed('a', 10), renewed('b', 11)],
    [Symbol.dispose]: () => undefined,
  }
  const cache = { source: () => source } as never
  using shards = new KnownShards({
    cache,
    clock: new VirtualClock(),
    ring: 'sites',
    namespace: 'web',
    durationMs: 15_000,
  })
  await shards.synced(new AbortController().signal)
  expect(shards.names).toEqual(['a', 'b'])
})

describe('missing renewals', () => {
  /** Shards, and the events of their watch. */
  function watchedShards(clock: VirtualClock) {
    let tell: (change: object) => void = () => undefined
    const source = { subscribe: (listener: typeof tell) => (tell = listener), [Symbol.dispose]: () => undefined }
    const shards = new KnownShards({
      cache: { source: () => source } as never,
      clock,
      ring: 'sites',
      namespace: 'web',
      durationMs: 15_000,
    })
    return { shards, renew: (shard: string, at: number) => tell({ type: 'modified', object: renewed(shard, at) }) }
  }

  it('are blamed on the server if all shards miss them at once, and forgiven at the first renewal', async () => {
    const clock = new VirtualClock()
    const { shards, renew } = watchedShards(clock)
    for (const shard of ['a', 'b']) renew(shard, 10)
    await clock.advance(45_000)
    expect(shards.assess('b')?.state).toBe('uncertain')
    renew('a', 11)
    expect([shards.assess('a')?.state, shards.assess('b')?.state]).toEqual(['ready', 'ready'])
    for (let at = 12; at < 17; at++) {
      await clock.advance(6_000)
      renew('a', at)
    }
    expect([shards.assess('a')?.state, shards.assess('b')?.state]).toEqual(['ready', 'uncertain'])
  })

  it('count against a single shard while others renew', async () => {
    const clock = new VirtualClock()
    const { shards, renew } = watchedShards(clock)
    for (const shard of ['a', 'b']) renew(shard, 10)
    for (let at = 11; at < 14; at++) {
      await clock.advance(10_000)
      renew('a', at)
    }
    expect(shards.assess('b')?.state).toBe('uncertain')
  })
})
