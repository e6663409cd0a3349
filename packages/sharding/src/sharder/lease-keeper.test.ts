import { silentLogger } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { LeaseKeeper } from './lease-keeper.ts'
import { sharderHolder } from '../names.ts'
import { KnownShards } from './known-shards.ts'
import { storedLease } from '../testing/stored-lease.ts'

const always = new AbortController().signal

interface Patch {
  readonly metadata: { readonly uid?: string; readonly resourceVersion?: string }
  readonly spec?: { readonly holderIdentity?: string; readonly leaseDurationSeconds?: number }
}

/** A keeper of the ring `sites`, and the leases it took, as they were. */
function keeperAt(clock: VirtualClock) {
  const taken: string[] = []
  const patch = async (_: unknown, { name }: { name: string }, { metadata, spec }: Patch) => {
    if (spec?.holderIdentity === sharderHolder)
      taken.push(`${name} ${metadata.uid} ${metadata.resourceVersion} for ${spec.leaseDurationSeconds} s`)
    return undefined
  }
  const cache = { source: () => ({ subscribe: () => undefined, [Symbol.dispose]: () => undefined }) }
  const ring = { ring: 'sites', namespace: 'web', durationMs: 15_000 }
  const shards = new KnownShards({ ...ring, cache: cache as never, clock })
  const client = { patch } as never
  const log = silentLogger
  const rights = { hasObjects: () => true, mayAct: () => true }
  const keeper = new LeaseKeeper({ ...ring, ...rights, client, clock, log, shards })
  return { keeper, shards, taken }
}

it('a released lease is taken over for the full duration', async () => {
  const { keeper, shards, taken } = keeperAt(new VirtualClock())
  shards.noteLease(storedLease('a', { renewals: 7, holder: '', seconds: 1 }))
  shards.noteLease(storedLease('b'))
  await keeper.maintain(always)
  expect(taken).toEqual(['sites.a a 7 for 30 s'])
})

describe('the lease of a shard without renewals', () => {
  it('is taken over after two durations if another shard is ready', async () => {
    const clock = new VirtualClock()
    const { keeper, shards, taken } = keeperAt(clock)
    shards.noteLease(storedLease('a', { renewals: 7 }))
    await clock.advance(29_000)
    shards.noteLease(storedLease('b'))
    await keeper.maintain(always)
    expect(taken).toEqual([])
    await clock.advance(1_000)
    await keeper.maintain(always)
    expect(taken).toEqual(['sites.a a 7 for 30 s'])
  })

  it('is not taken over if no other shard is ready', async () => {
    const clock = new VirtualClock()
    const { keeper, shards, taken } = keeperAt(clock)
    for (const shard of ['a', 'b']) shards.noteLease(storedLease(shard))
    await clock.advance(40_000)
    await keeper.maintain(always)
    expect(taken).toEqual([])
  })
})
