import { type KubeObject, silentLogger } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { hashRing } from '../ring/hash-ring.ts'
import { shardedKinds } from '../ring/kinds.ts'
import { assignmentAnnotation, drainLabel, sharderHolder, shardLabel } from '../names.ts'
import { allNamespaces } from '../ring/namespace-scope.ts'
import { partitionKey } from '../ring/partition-key.ts'
import { MissingPermissions } from '../missing-permissions.ts'
import { KnownShards } from './known-shards.ts'
import { Sharder } from './sharder.ts'
import { Page, Website } from '../testing/simulated-kinds.ts'
import { storedLease } from '../testing/stored-lease.ts'

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

/** The object after a patch. */
function given(marks: Readonly<Record<string, string | null>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(marks).filter((mark): mark is [string, string] => mark[1] !== null))
}

/** A sharder of two shards and these objects, with its actions. */
function startSharder(website: KubeObject, page: KubeObject) {
  const done: string[] = []
  const clock = new VirtualClock()
  const stop = new AbortController()
  const source = { subscribe: () => undefined, synced: async () => undefined, list: () => [] }
  const cache = { source: () => ({ ...source, [Symbol.dispose]: () => undefined }) } as never
  const known = new KnownShards({ cache, clock, ring, namespace: 'web', durationMs: 15_000 })
  for (const shard of shards) known.noteLease(storedLease(shard))
  let now = website
  const metadata = {
    list: async ({ kind }: { kind: string }) => {
      done.push(`list ${kind}`)
      return { items: [kind === 'Website' ? now : page], metadata: { resourceVersion: '9' } }
    },
    patch: async ({ kind }: { kind: string }, _: unknown, { metadata: { labels, annotations } }: KubeObject) => {
      done.push(`${kind} to ${labels?.[shardLabel(ring)]}`)
      const marks = { labels: given(labels), annotations: given(annotations) }
      if (kind === 'Page') return page
      return (now = { ...now, metadata: { ...now.metadata, ...marks, resourceVersion: '7' } })
    },
  }
  const patchLease = async (_: unknown, { name }: { name: string }, { spec }: { spec?: object }) => {
    if (spec === undefined) return undefined
    done.push(`take ${name}`)
    return storedLease(name.slice(-1), { holder: sharderHolder, renewals: 2, seconds: 30 })
  }
  const client = { metadata, patch: patchLease } as never
  const [ids, log] = [seededIds(seededRandom(1)), silentLogger]
  const kinds = shardedKinds([{ for: Website, owns: [Page] }])
  const sharder = new Sharder(
    {
      identity: { ring, namespace: 'web', durationMs: 15_000 },
      environment: { client, cache, clock, ids, log },
      rights: { mayAct: () => true, permissions: new MissingPermissions(log) },
      sharded: { kinds, scope: allNamespaces, isOutdated: () => false, isAssignedOnCreate: () => false },
      shards: known,
      lists: { syncEveryMs: () => 300_000, relistAfterMs: [] },
      concurrentMoves: () => 10,
    },
    stop.signal,
  )
  const running = sharder.run()
  return {
    clock,
    known,
    /** Its actions since the last call. */
    did: () => done.splice(0),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
      known[Symbol.dispose]()
    },
  }
}

/** The first writes of a sharder for these objects. */
async function written(website: KubeObject, page: KubeObject): Promise<readonly string[]> {
  await using sharder = startSharder(website, page)
  await sharder.clock.advance(1_000)
  return sharder.did().filter((what) => !what.startsWith('list'))
}

describe('an owned object, while its owner moves between shards', () => {
  it('follows its owner to the new shard', async () => {
    const website = websiteOf('b')
    expect(await written(website, pageOf(website, 'a'))).toEqual(['Page to b'])
  })

  it('keeps its shard while its owner is still moving', async () => {
    const website = websiteOf('a', true)
    expect(await written(website, pageOf(website, 'b'))).toEqual([])
  })
})

describe('the objects of an expired shard', () => {
  /** Five seconds in which only `b` renews its lease. */
  const pass = async ({ clock, known }: ReturnType<typeof startSharder>, times: number) => {
    for (let time = 0; time < times; time++) {
      await clock.advance(5_000)
      const renewals = 2 + clock.elapsed() / 5_000
      known.noteLease(storedLease('b', { renewals, renewTime: new Date(clock.now()).toISOString() }))
    }
  }

  it('are listed while its takeover is pending, and reassigned first once its lease is taken', async () => {
    const website = websiteOf('a')
    await using sharder = startSharder(website, pageOf(website, 'a'))
    sharder.known.noteLease(storedLease('a', { renewals: 2 }))
    await pass(sharder, 2)
    sharder.did()
    await pass(sharder, 2)
    expect(sharder.did()).toEqual(['list Website', 'list Page'])
    await pass(sharder, 3)
    expect(sharder.did().slice(0, 3)).toEqual(['take sites.a', 'Page to b', 'Website to b'])
  })
})

describe('an object that the ring assigns to another shard', () => {
  it('is drained at once', async () => {
    const website = websiteOf('a')
    expect(await written(website, pageOf(website, 'a'))).toEqual(['Website to a']) // drained
  })

  it('is not assigned to a shard under whose name two processes may act', async () => {
    const website = websiteOf('a')
    await using sharder = startSharder(website, pageOf(website, 'a'))
    // The lease was deleted, and a second process has it before the first has noticed.
    sharder.known.noteLease(storedLease('b', { holder: 'b/2', renewals: 2 }))
    await sharder.clock.advance(14_000)
    const before = sharder.did().filter((what) => !what.startsWith('list'))
    await sharder.clock.advance(2_000)
    expect([before, sharder.did().includes('Website to a')]).toEqual([[], true])
  })
})
