import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharderHolder } from '../names.ts'
import { observeAbsence, observeLease } from './observed-shard.ts'
import type { ShardLease } from './shard-lease.ts'
import { hashRing } from './hash-ring.ts'
import { isFreshlyTaken, isOnRing, isSettled, assess, shardStates, livenessOf } from './shard-state.ts'

const lease: ShardLease = {
  shard: 'web-0',
  name: 'websites.web-0',
  uid: '1',
  resourceVersion: '7',
  holder: 'web-0/1',
  durationMs: 10_000,
  acquireTime: 'a',
  renewTime: 'r',
  transitions: 0,
  reservedMs: 0,
  renewals: '1',
  asked: '',
  answered: '',
  work: '',
  label: '',
}

const held = observeLease(undefined, lease, 0)
const taken = observeLease(undefined, { ...lease, holder: sharderHolder, durationMs: 20_000 }, 0)
const released = observeLease(undefined, { ...lease, holder: '', durationMs: 1_000 }, 0)
const reserved = observeLease(undefined, { ...lease, holder: '', durationMs: 1_000, reservedMs: 60_000 }, 0)
const gone = observeAbsence(held, 'web-0', 0)
const unsaid = observeLease(undefined, { ...lease, durationMs: 0, renewTime: '', acquireTime: '' }, 0)

describe('the state of a shard from its lease', () => {
  it.each([
    { name: 'held: ready for its duration', observed: held, at: 9_999, state: 'ready', left: 1 },
    { name: 'held: expired after its duration', observed: held, at: 10_000, state: 'expired', left: 10_000 },
    { name: 'held: uncertain after two durations', observed: held, at: 20_000, state: 'uncertain', left: Infinity },
    { name: 'released: dead at once', observed: released, at: 0, state: 'dead', left: 61_000 },
    { name: 'released: orphaned after 61 s', observed: released, at: 61_000, state: 'orphaned', left: Infinity },
    { name: 'taken by the sharder: dead', observed: taken, at: 79_999, state: 'dead', left: 1 },
    {
      name: 'taken by the sharder: orphaned after its duration and a minute',
      observed: taken,
      at: 80_000,
      state: 'orphaned',
      left: Infinity,
    },
    {
      name: 'reserved: expired while the reservation lasts',
      observed: reserved,
      at: 59_999,
      state: 'expired',
      left: 1,
    },
    { name: 'reserved: uncertain afterwards', observed: reserved, at: 60_000, state: 'uncertain', left: Infinity },
    {
      name: 'deleted: expired while its shard may recreate it',
      observed: gone,
      at: 19_999,
      state: 'expired',
      left: 1,
    },
    { name: 'deleted: uncertain after two durations', observed: gone, at: 20_000, state: 'uncertain', left: Infinity },
    { name: 'without durations: as with 15 s', observed: unsaid, at: 29_999, state: 'expired', left: 1 },
  ])('$name', ({ observed, at, state, left }) => {
    const judged = assess(observed, at)
    expect(judged.state).toBe(state)
    expect(judged.changesInMs).toBe(left)
    expect(judged.isAvailable).toBe(!['dead', 'orphaned'].includes(state))
  })

  it('restarts with every renewal, but not with a write of the sharder', () => {
    expect(observeLease(held, { ...lease, renewTime: 's' }, 5_000).since).toBe(5_000)
    expect(observeLease(held, { ...lease, renewals: '2' }, 5_000).since).toBe(5_000)
    expect(observeLease(held, { ...lease, holder: sharderHolder }, 5_000).since).toBe(5_000)
    expect(observeLease(held, { ...lease, resourceVersion: '8', label: 'expired', asked: 'x' }, 5_000).since).toBe(0)
    expect(observeLease(gone, lease, 5_000).since).toBe(5_000)
    expect(observeAbsence(gone, 'web-0', 5_000).since).toBe(0)
  })

  it("lets objects be reassigned only in the first half of the sharder's hold", () => {
    expect(isFreshlyTaken(taken, 9_999)).toBe(true)
    expect(isFreshlyTaken(taken, 10_000)).toBe(false)
    expect(isFreshlyTaken(released, 0)).toBe(false)
    expect(isFreshlyTaken(observeAbsence(taken, 'web-0', 0), 0)).toBe(false)
  })

  it('only ever gets worse without a renewal', () => {
    const holders = fc.constantFrom('', sharderHolder, 'web-0/1', 'stranger')
    const ages = fc.tuple(fc.nat(200_000), fc.nat(200_000))
    fc.assert(
      fc.property(
        holders,
        fc.integer({ min: -5, max: 40_000 }),
        fc.boolean(),
        ages,
        (holder, durationMs, isGone, at) => {
          const there = observeLease(undefined, { ...lease, holder, durationMs }, 0)
          const observed = isGone ? observeAbsence(there, 'web-0', 0) : there
          const [early, late] = [...at].sort((one, two) => one - two).map((now) => assess(observed, now).state)
          expect(shardStates.indexOf(late!)).toBeLessThanOrEqual(shardStates.indexOf(early!))
        },
      ),
    )
  })

  it.each([
    { name: 'held', observed: held, at: 0, liveness: 'live', isMember: true },
    { name: 'held, and not renewed', observed: held, at: 30_000, liveness: 'live', isMember: true },
    { name: 'released', observed: released, at: 0, liveness: 'ending', isMember: false },
    { name: 'just taken by the sharder', observed: taken, at: 9_999, liveness: 'fenced', isMember: false },
    { name: 'taken by the sharder a while ago', observed: taken, at: 10_000, liveness: 'ending', isMember: false },
    { name: 'reserved', observed: reserved, at: 0, liveness: 'live', isMember: true },
    { name: 'deleted', observed: gone, at: 0, liveness: 'live', isMember: true },
    { name: 'never seen', observed: observeAbsence(undefined, 'web-0', 0), at: 0, liveness: 'ending', isMember: false },
  ])('determines whether it may act and is on the ring: $name', ({ observed, at, liveness, isMember }) => {
    expect([livenessOf(observed, at), isOnRing(observed, at)]).toEqual([liveness, isMember])
  })

  it.each([
    { name: 'held', observed: held, at: 0, settled: true },
    { name: 'its lease was deleted', observed: gone, at: 0, settled: false },
    {
      name: 'another process recreated it',
      observed: observeLease(gone, { ...lease, uid: '2', holder: 'web-0/2' }, 500),
      at: 9_999,
      settled: false,
    },
    {
      name: "the previous holder's duration is over",
      observed: observeLease(gone, { ...lease, uid: '2', holder: 'web-0/2' }, 500),
      at: 10_000,
      settled: true,
    },
    {
      name: 'its own process recreated it',
      observed: observeLease(gone, { ...lease, uid: '2' }, 500),
      at: 500,
      settled: true,
    },
    {
      name: 'another process has it after a release',
      observed: observeLease(released, { ...lease, holder: 'web-0/2' }, 500),
      at: 500,
      settled: true,
    },
  ])('determines whether only one process can act under its name: $name', ({ observed, at, settled }) => {
    const renewed = observeLease(observed, { ...observed.lease!, renewals: '9' }, at)
    expect([isSettled(observed, at), observed.isMissing || isSettled(renewed, at)]).toEqual([
      settled,
      settled || observed.isMissing,
    ])
  })

  it('puts exactly the live shards on the ring: two of four leases', () => {
    const named = (shard: string, observed: typeof held) => ({ ...observed, shard })
    const observations = [named('a', held), named('b', held), named('c', released), named('d', taken)]
    const ring = hashRing(observations.filter((one) => isOnRing(one, 1_000)).map(({ shard }) => shard))
    const owners = Array.from({ length: 1_000 }, (_, index) => ring.ownerOf(`key-${index}`))
    expect(new Set(owners)).toEqual(new Set(['a', 'b']))
  })
})
