import type { KubeObject } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { explainPlace } from './explain-place.ts'
import { hashRing } from '../ring/hash-ring.ts'
import { assignmentAnnotation, drainLabel, shardLabel } from '../names.ts'
import type { Liveness } from '../ring/placement.ts'

interface Sketch {
  readonly label?: string
  readonly note?: string
  readonly drain?: string
}

function objectOf({ label, note, drain }: Sketch): KubeObject {
  const labels = { ...(label && { [shardLabel('ring')]: label }), ...(drain && { [drainLabel('ring')]: drain }) }
  const annotations = note === undefined ? {} : { [assignmentAnnotation('ring')]: note }
  const metadata = { namespace: 'web', name: 'blog', uid: '1', resourceVersion: '1', labels, annotations }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata } as never
}

const explained = (sketch: Sketch, shards = ['a'], liveness: Liveness = 'live', isWanted = true) =>
  explainPlace(ConfigMap, objectOf(sketch), {
    ring: 'ring',
    hashRing: hashRing(shards),
    livenessOf: (shard) => (shard === 'a' ? 'live' : liveness),
    isWanted: () => isWanted,
  })

describe("the explanation of an object's shard assignment", () => {
  it.each([
    { name: 'at its place', object: { label: 'a', note: 'a' }, says: 'It is on the right shard.' },
    { name: 'new', object: {}, says: 'The sharder assigns it to a.' },
    { name: 'released', object: { note: '-' }, says: 'The sharder assigns it to a.' },
    {
      name: 'at another shard',
      object: { label: 'b', note: 'b' },
      says: 'The sharder drains it: b has to release it before it is assigned to a.',
    },
    {
      name: 'draining',
      object: { label: 'b', note: 'b', drain: 'x' },
      says: 'b is draining it. When it has released the object, the sharder assigns it to a.',
    },
    {
      name: 'draining without success',
      object: { label: 'a', note: 'a', drain: 'x' },
      says: 'It stays with a: the sharder cancels the drain.',
    },
    {
      name: 'relabelled by hand',
      object: { label: 'b', note: 'a' },
      says: 'Its labels were edited: the sharder restores those of a.',
    },
  ])('for one that is $name', ({ object, says }) => {
    expect(explained(object).why.at(-1)).toBe(says)
  })

  it('names the key, its hash and the shard of the next token', () => {
    const { key, hash, token, why } = explained({ label: 'a', note: 'a' })
    expect(why[0]).toBe(`Its key ${key} is at ${hash} on the ring, and the next token, ${token}, belongs to a.`)
    expect([key, hash, token]).toEqual([
      '/ConfigMap/web/blog',
      expect.stringMatching(/^[0-9a-f]{16}$/),
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ])
  })

  it('names an expired shard, an empty ring, and an object that is not sharded', () => {
    const ending = explained({ label: 'b', note: 'b' }, ['a'], 'ending')
    expect(ending.why.slice(1)).toEqual([
      'b may act on it, as its annotation says, but it no longer holds its lease.',
      'When the sharder has taken over the lease of b, it assigns the object to a.',
    ])
    expect(explained({}, []).why).toEqual([
      'The ring has no shards.',
      'No shard may act on it.',
      'It waits for a shard that it can be assigned to.',
    ])
    expect(explained({ note: '-' }, ['a'], 'live', false).why).toEqual([
      'The namespaceSelector of the ring does not select its namespace.',
      'No shard may act on it.',
      'The sharder removes its labels.',
    ])
  })

  it('contains the start of a drain, unless the drain label was set by hand', () => {
    const since = (drain: string) => explained({ label: 'b', note: 'b', drain }).drainingSince
    expect(since('20261116T054133Z')).toBe(Date.UTC(2026, 10, 16, 5, 41, 33))
    expect(['true', '20261116', '20261116T054133Zx', ''].map(since)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
