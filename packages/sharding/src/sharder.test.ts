import { type KubeObject, seededIds, seededRandom, silentLogger } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { hashRing } from './hash-ring.ts'
import { shardedKinds } from './kinds.ts'
import { assignmentAnnotation, drainLabel, shardLabel } from './names.ts'
import { allNamespaces } from './namespace-scope.ts'
import { partitionKey } from './partition-key.ts'
import { Refusals } from './refusals.ts'
import { ShardBook } from './shard-book.ts'
import { Sharder } from './sharder.ts'
import { Page, Website } from './testing/simulated-kinds.ts'
import { storedLease } from './testing/stored-lease.ts'

const ring = 'sites'
const shards = ['a', 'b']

/** A website that the ring gives to `b`, and its page. */
function websiteOf(shard: string, isDraining = false): KubeObject {
  const name = Array.from({ length: 50 }, (_, index) => `site-${index}`).find(
    (one) => hashRing(shards).ownerOf(partitionKey(Website, { namespace: 'default', name: one })) === 'b',
  )!
  const drain = isDraining ? { [drainLabel(ring)]: 'true' } : {}
  const marks = {
    labels: { [shardLabel(ring)]: shard, ...drain },
    annotations: { [assignmentAnnotation(ring)]: shard },
  }
  const metadata = {
    name,
    namespace: 'default',
    uid: 'website',
    resourceVersion: '5',
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...marks,
  }
  return { apiVersion: 'web.example.dev/v1', kind: 'Website', metadata }
}

function pageOf({ apiVersion, kind, metadata: { name, uid } }: KubeObject, shard: string): KubeObject {
  const ownerReferences = [{ apiVersion, kind, name, uid, controller: true }]
  const labels = { [shardLabel(ring)]: shard }
  const metadata = {
    name,
    namespace: 'default',
    uid: 'page',
    resourceVersion: '6',
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels,
    ownerReferences,
  }
  return { apiVersion, kind: 'Page', metadata }
}

/** What a sharder writes at its first look at these objects. */
async function written(website: KubeObject, page: KubeObject): Promise<readonly string[]> {
  const writes: string[] = []
  const clock = new VirtualClock()
  const stop = new AbortController()
  const source = { subscribe: () => undefined, synced: async () => undefined, list: () => [] }
  const cache = { source: () => ({ ...source, [Symbol.dispose]: () => undefined }) } as never
  using book = new ShardBook({ cache, clock, ring, namespace: 'web', durationMs: 15_000 })
  for (const shard of shards) book.noteLease(storedLease(shard))
  const metadata = {
    list: async ({ kind }: { kind: string }) => ({
      items: [kind === 'Website' ? website : page],
      metadata: { resourceVersion: '9' },
    }),
    patch: async ({ kind }: { kind: string }, _: unknown, { metadata: { labels } }: KubeObject) => {
      writes.push(`${kind} to ${labels?.[shardLabel(ring)]}`)
      return kind === 'Website' ? website : page
    },
  }
  const client = { metadata, patch: async () => undefined } as never
  const [ids, log] = [seededIds(seededRandom(1)), silentLogger]
  const kinds = shardedKinds([{ for: Website, owns: [Page] }])
  const sharder = new Sharder(
    {
      client,
      cache,
      clock,
      ids,
      log,
      ring,
      namespace: 'web',
      durationMs: 15_000,
      kinds,
      shards: book,
      scope: allNamespaces,
      relistAfterMs: [],
      refusals: new Refusals(log),
      concurrentMoves: () => 10,
      syncEveryMs: () => 300_000,
      isOutdated: () => false,
      isAssignedOnCreate: () => false,
      mayAct: () => true,
    },
    stop.signal,
  )
  const running = sharder.run()
  await clock.advance(1_000)
  stop.abort()
  await running
  return writes
}

describe('what belongs to an object', () => {
  it('is brought to where that is', async () => {
    const website = websiteOf('b')
    expect(await written(website, pageOf(website, 'a'))).toEqual(['Page to b'])
  })

  it('stays where it is while that is on its way', async () => {
    const website = websiteOf('a', true)
    expect(await written(website, pageOf(website, 'b'))).toEqual([])
  })
})
