import { describe, expect, it } from 'vitest'
import type { RingEntry } from '@kubewright/dashboard/topics'
import { changesBetween } from './ring-changes.ts'

const shard = (name: string, state: string) => ({
  shard: name,
  state,
  stateByLeader: state,
  share: 0.5,
  holder: name,
  renewedMsAgo: 0,
  transitions: 0,
})
const ring = (given: object): RingEntry =>
  ({
    ring: 'maps',
    namespace: 'default',
    leader: undefined,
    shards: [],
    kinds: [],
    moves: [],
    moving: 0,
    problems: [],
    ...given,
  }) as RingEntry
const kinds = (objects: Record<string, number>) => [{ kind: 'ConfigMap', isOwned: false, objects, unassigned: 0 }]

describe('the change log of a ring', () => {
  it.each([
    ['a shard that joined', {}, { shards: [shard('a', 'ready')] }, ['a has joined, and is ready']],
    ['a state change', { shards: [shard('a', 'ready')] }, { shards: [shard('a', 'dead')] }, ['a is dead, was ready']],
    ['a shard that went', { shards: [shard('a', 'ready')] }, {}, ['a has gone']],
    ['the end of moves', { moving: 3 }, { moving: 0 }, ['every object of maps is on its shard again']],
    [
      'moved objects',
      { shards: [shard('a', 'ready')], kinds: kinds({ a: 1 }) },
      { shards: [shard('a', 'ready')], kinds: kinds({ a: 3 }) },
      ['a has 2 objects more: 3'],
    ],
    ['nothing', { shards: [shard('__proto__', 'ready')] }, { shards: [shard('__proto__', 'ready')] }, []],
  ])('reports %s', (_, before, after, told) => {
    expect(changesBetween(ring(before), ring(after))).toEqual(told)
  })
})
