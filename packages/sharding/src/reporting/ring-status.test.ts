import { describe, expect, it } from 'vitest'
import { type RingFacts, ringStatus } from './ring-status.ts'

const now = Date.UTC(2026, 10, 16, 6)
const facts: RingFacts = {
  leader: 'web-0_1',
  shards: [
    { name: 'web-0', state: 'ready', share: 0.51234, objects: 2 },
    { name: 'web-1', state: 'expired', share: 0.48766, objects: 1 },
  ],
  objects: 3,
  isComplete: true,
  unlisted: [],
  refused: [],
  unlike: undefined,
  moves: [],
  problem: undefined,
}
const move = { kind: 'ConfigMap', namespace: 'web', name: 'blog', from: 'web-0', to: 'web-1', since: now - 6_000 }
const verdicts = (given: RingFacts) =>
  ringStatus(given, { generation: 4 }, now)!.conditions!.map(
    ({ type, status, reason }) => `${type} ${status} ${reason}`,
  )

describe('the status of a ring', () => {
  it('reports the state of the leader, with the observed generation', () => {
    expect(ringStatus(facts, { generation: 4 }, now)).toMatchObject({
      leader: 'web-0_1',
      shards: [
        { name: 'web-0', state: 'ready', share: '51.2%', objects: 2 },
        { name: 'web-1', state: 'expired', share: '48.8%', objects: 1 },
      ],
      readyShards: 1,
      objects: 3,
      moving: 0,
      moves: [],
      observedGeneration: 4,
    })
  })

  it('is not written again if nothing changed', () => {
    const status = ringStatus(facts, { generation: 4 }, now)!
    expect(ringStatus(facts, { status, generation: 4 }, now + 60_000)).toBeUndefined()
    expect(ringStatus(facts, { status, generation: 5 }, now + 60_000)?.observedGeneration).toBe(5)
    expect(ringStatus({ ...facts, objects: 4 }, { status, generation: 4 }, now + 60_000)?.conditions).toEqual(
      status.conditions,
    )
  })

  it.each([
    {
      name: 'all shards are ready',
      given: facts,
      says: ['Ready True Sharing', 'Balanced True AllInPlace', 'Configured True InForce'],
    },
    {
      name: 'shards work on different kinds',
      given: { ...facts, unlike: 'They differ.' },
      says: ['Ready False MismatchedShards', 'Balanced True AllInPlace', 'Configured True InForce'],
    },
    {
      name: 'no shard is ready',
      given: { ...facts, shards: [] },
      says: ['Ready False NoShards', 'Balanced True AllInPlace', 'Configured True InForce'],
    },
    {
      name: 'no list is complete yet',
      given: { ...facts, isComplete: false },
      says: ['Ready False Listing', 'Balanced False Listing', 'Configured True InForce'],
    },
    {
      name: 'an object is moving',
      given: { ...facts, moves: [move] },
      says: ['Ready True Sharing', 'Balanced False Moving', 'Configured True InForce'],
    },
    {
      name: 'the spec is invalid',
      given: { ...facts, problem: 'no' },
      says: ['Ready True Sharing', 'Balanced True AllInPlace', 'Configured False InvalidSpec'],
    },
  ])('has conditions if $name', ({ given, says }) => {
    expect(verdicts(given)).toEqual(says)
  })

  it('lists only long-running moves, at most twenty', () => {
    const moves = Array.from({ length: 30 }, (_, index) => ({ ...move, name: `blog-${index}` }))
    const status = ringStatus({ ...facts, moves: [...moves, { ...move, since: now - 1_000 }] }, { generation: 1 }, now)!
    expect([status.moving, status.moves!.length]).toEqual([30, 20])
    expect(status.moves![0]).toEqual({ ...move, name: 'blog-0', since: '2026-11-16T05:59:54Z' })
  })
})
