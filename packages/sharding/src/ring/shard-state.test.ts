import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharderHolder } from '../names.ts'
import { miss, see, type ShardLease } from '../sharder/observed-shard.ts'
import { hashRing } from './hash-ring.ts'
import { isFreshlyTaken, isOnRing, isSettled, judge, shardStates, standingOf } from './shard-state.ts'

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

const held = see(undefined, lease, 0)
const taken = see(undefined, { ...lease, holder: sharderHolder, durationMs: 20_000 }, 0)
const released = see(undefined, { ...lease, holder: '', durationMs: 1_000 }, 0)
const reserved = see(undefined, { ...lease, holder: '', durationMs: 1_000, reservedMs: 60_000 }, 0)
const gone = miss(held, 'web-0', 0)
const unsaid = see(undefined, { ...lease, durationMs: 0, renewTime: '', acquireTime: '' }, 0)

describe('the state of a shard', () => {
  it.each([
    { name: 'held: ready until its duration is over', sight: held, at: 9_999, state: 'ready', left: 1 },
    { name: 'held: then expired', sight: held, at: 10_000, state: 'expired', left: 10_000 },
    { name: 'held: uncertain after two durations', sight: held, at: 20_000, state: 'uncertain', left: Infinity },
    { name: 'let go: dead at once', sight: released, at: 0, state: 'dead', left: 61_000 },
    { name: 'let go: orphaned after 61 s', sight: released, at: 61_000, state: 'orphaned', left: Infinity },
    { name: 'taken: dead', sight: taken, at: 79_999, state: 'dead', left: 1 },
    {
      name: 'taken: orphaned after its duration and a minute',
      sight: taken,
      at: 80_000,
      state: 'orphaned',
      left: Infinity,
    },
    { name: 'reserved: expired while it is waited for', sight: reserved, at: 59_999, state: 'expired', left: 1 },
    { name: 'reserved: uncertain afterwards', sight: reserved, at: 60_000, state: 'uncertain', left: Infinity },
    { name: 'deleted: expired while its shard may make it anew', sight: gone, at: 19_999, state: 'expired', left: 1 },
    { name: 'deleted: uncertain after two durations', sight: gone, at: 20_000, state: 'uncertain', left: Infinity },
    { name: 'without times: as if it lasted 15 s', sight: unsaid, at: 29_999, state: 'expired', left: 1 },
  ])('$name', ({ sight, at, state, left }) => {
    const judged = judge(sight, at)
    expect(judged.state).toBe(state)
    expect(judged.changesInMs).toBe(left)
    expect(judged.isAvailable).toBe(!['dead', 'orphaned'].includes(state))
  })

  it('is judged anew with every sign of life, and not by what sharders wrote', () => {
    expect(see(held, { ...lease, renewTime: 's' }, 5_000).since).toBe(5_000)
    expect(see(held, { ...lease, renewals: '2' }, 5_000).since).toBe(5_000)
    expect(see(held, { ...lease, holder: sharderHolder }, 5_000).since).toBe(5_000)
    expect(see(held, { ...lease, resourceVersion: '8', label: 'expired', asked: 'x' }, 5_000).since).toBe(0)
    expect(see(gone, lease, 5_000).since).toBe(5_000)
    expect(miss(gone, 'web-0', 5_000).since).toBe(0)
  })

  it('lets objects go to others only in the first half of the sharder’s hold', () => {
    expect(isFreshlyTaken(taken, 9_999)).toBe(true)
    expect(isFreshlyTaken(taken, 10_000)).toBe(false)
    expect(isFreshlyTaken(released, 0)).toBe(false)
    expect(isFreshlyTaken(miss(taken, 'web-0', 0), 0)).toBe(false)
  })

  it('only ever gets worse while nothing is heard', () => {
    const holders = fc.constantFrom('', sharderHolder, 'web-0/1', 'stranger')
    const ages = fc.tuple(fc.nat(200_000), fc.nat(200_000))
    fc.assert(
      fc.property(
        holders,
        fc.integer({ min: -5, max: 40_000 }),
        fc.boolean(),
        ages,
        (holder, durationMs, isGone, at) => {
          const there = see(undefined, { ...lease, holder, durationMs }, 0)
          const sight = isGone ? miss(there, 'web-0', 0) : there
          const [early, late] = [...at].sort((one, two) => one - two).map((now) => judge(sight, now).state)
          expect(shardStates.indexOf(late!)).toBeLessThanOrEqual(shardStates.indexOf(early!))
        },
      ),
    )
  })

  it.each([
    { name: 'held', sight: held, at: 0, standing: 'acts', isMember: true },
    { name: 'held, and silent', sight: held, at: 30_000, standing: 'acts', isMember: true },
    { name: 'let go', sight: released, at: 0, standing: 'ends', isMember: false },
    { name: 'taken just now', sight: taken, at: 9_999, standing: 'over', isMember: false },
    { name: 'taken a while ago', sight: taken, at: 10_000, standing: 'ends', isMember: false },
    { name: 'reserved', sight: reserved, at: 0, standing: 'acts', isMember: true },
    { name: 'deleted', sight: gone, at: 0, standing: 'acts', isMember: true },
    { name: 'never seen', sight: miss(undefined, 'web-0', 0), at: 0, standing: 'ends', isMember: false },
  ])('says whether it may act, and gets objects: $name', ({ sight, at, standing, isMember }) => {
    expect([standingOf(sight, at), isOnRing(sight, at)]).toEqual([standing, isMember])
  })

  it.each([
    { name: 'held', sight: held, at: 0, settled: true },
    { name: 'its lease was deleted', sight: gone, at: 0, settled: false },
    {
      name: 'another process made it anew',
      sight: see(gone, { ...lease, uid: '2', holder: 'web-0/2' }, 500),
      at: 9_999,
      settled: false,
    },
    {
      name: 'the one before has had its time',
      sight: see(gone, { ...lease, uid: '2', holder: 'web-0/2' }, 500),
      at: 10_000,
      settled: true,
    },
    { name: 'its own process made it anew', sight: see(gone, { ...lease, uid: '2' }, 500), at: 500, settled: true },
    {
      name: 'another has it after it was let go',
      sight: see(released, { ...lease, holder: 'web-0/2' }, 500),
      at: 500,
      settled: true,
    },
  ])('says whether one process alone can act under its name: $name', ({ sight, at, settled }) => {
    const renewed = see(sight, { ...sight.lease!, renewals: '9' }, at)
    expect([isSettled(sight, at), sight.isMissing || isSettled(renewed, at)]).toEqual([
      settled,
      settled || sight.isMissing,
    ])
  })

  it('gives the ring exactly those that live: of four leases two', () => {
    const named = (shard: string, sight: typeof held) => ({ ...sight, shard })
    const sights = [named('a', held), named('b', held), named('c', released), named('d', taken)]
    const ring = hashRing(sights.filter((one) => isOnRing(one, 1_000)).map(({ shard }) => shard))
    const owners = Array.from({ length: 1_000 }, (_, index) => ring.ownerOf(`key-${index}`))
    expect(new Set(owners)).toEqual(new Set(['a', 'b']))
  })
})
