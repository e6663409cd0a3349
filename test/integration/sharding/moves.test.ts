import { compareResourceVersions } from '@kubewright/core/object'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import {
  assignmentAnnotation,
  drainLabel,
  hashRing,
  partitionKey,
  shardLabel,
  shardLeaseName,
} from '@kubewright/sharding'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { create, pass, places, type Replica, replica, ring, stopAll } from './replicas.ts'

const names = Array.from({ length: 18 }, (_, index) => `map-${index}`)
const targetOf = (name: string, shards: readonly string[]) =>
  hashRing(shards).ownerOf(partitionKey(ConfigMap, { namespace: 'default', name }))!

async function expectPlaces(cluster: Cluster, shards: readonly string[]): Promise<void> {
  const where = await places(cluster)
  const wanted = names.map((name) => [
    name,
    { shard: targetOf(name, shards), note: targetOf(name, shards), isDraining: false },
  ])
  expect(Object.fromEntries([...where].filter(([name]) => name.startsWith('map-')))).toEqual(Object.fromEntries(wanted))
}

/** Two shards that share out all maps. */
async function settled(cluster: Cluster, ...shards: readonly string[]): Promise<readonly Replica[]> {
  const replicas = shards.map((name) => replica(cluster, name))
  await pass(cluster, 6, ...replicas)
  await create(cluster, ...names)
  await pass(cluster, 3, ...replicas)
  await expectPlaces(cluster, shards)
  return replicas
}

async function relabel(cluster: Cluster, name: string, marks: object): Promise<void> {
  await cluster.client.patch(ConfigMap, { namespace: 'default', name }, { metadata: marks } as never)
}

describe('sharding: a shard that joins', () => {
  it('gets exactly its share, each object after its old shard drained it, with owned objects', async () => {
    await using cluster = await startCluster()
    const two = await settled(cluster, 'a', 'b')
    const before = await places(cluster)
    const third = replica(cluster, 'c')
    await pass(cluster, 8, ...two, third)
    await expectPlaces(cluster, ['a', 'b', 'c'])
    const after = await places(cluster)
    const moved = names.filter((name) => before.get(name)!.shard !== after.get(name)!.shard)
    expect(moved.every((name) => after.get(name)!.shard === 'c')).toBe(true)
    expect([...new Set(third.reconciled)].sort()).toEqual([...moved].sort())
    for (const { metadata } of (await cluster.client.list(Secret, { namespace: 'default' })).items) {
      const owner = metadata.name.replace('-child', '')
      expect(metadata.labels?.[shardLabel(ring)]).toBe(after.get(owner)!.shard)
      // The new shard finds it up to date, and does not apply it again.
      const applied = metadata.managedFields!.find(({ operation }) => operation === 'Apply')
      expect(JSON.stringify(applied?.fieldsV1).includes(shardLabel(ring))).toBe(!moved.includes(owner))
    }
    await stopAll(cluster, ...two, third)
  })

  it('waits for a running reconcile of the old shard, whatever the controller’s predicates', async () => {
    await using cluster = await startCluster()
    const first = replica(cluster, 'a', { when: () => false })
    await pass(cluster, 6, first)
    const name = names.find((one) => targetOf(one, ['a', 'b']) === 'b')!
    await create(cluster, name)
    let finish = () => {}
    first.waits.until = new Promise((resolve) => (finish = resolve))
    await pass(cluster, 1, first)
    first.manager.trigger('maps', { namespace: 'default', name }, 'test')
    const second = replica(cluster, 'b')
    for (let second = 0; second < 6; second++) await cluster.advance('1s')
    expect((await places(cluster)).get(name)).toEqual({ shard: 'a', note: 'a', isDraining: true })
    expect(second.reconciled).toEqual([])
    finish()
    await pass(cluster, 3, first, second)
    expect((await places(cluster)).get(name)).toEqual({ shard: 'b', note: 'b', isDraining: false })
    await stopAll(cluster, first, second)
  })
})

describe('sharding: a shard that stops', () => {
  it('releases its lease, and its objects move to the others at once', async () => {
    await using cluster = await startCluster()
    const [a, b] = await settled(cluster, 'a', 'b')
    a!.stop()
    await pass(cluster, 6, b!)
    expect(await a!.ended).toBeUndefined()
    await expectPlaces(cluster, ['b'])
    expect(new Set(b!.reconciled)).toEqual(new Set(names))
    await stopAll(cluster, b!)
  })

  it('waits after a restart under its name until the sharder cannot be reassigning its objects any more', async () => {
    await using cluster = await startCluster()
    const [a, b] = await settled(cluster, 'a', 'b')
    a!.stop()
    await pass(cluster, 4, b!)
    const again = replica(cluster, 'a')
    await pass(cluster, 5, b!, again)
    const { spec } = await cluster.client.get(Lease, { namespace: 'default', name: shardLeaseName(ring, 'a') })
    // A request of the sharder may be in flight until its timeout: the lease lasts longer.
    expect(spec).toMatchObject({ holderIdentity: 'kubewright-sharder', leaseDurationSeconds: 30 })
    expect(again.reconciled).toEqual([])
    await expectPlaces(cluster, ['b'])
    await pass(cluster, 35, b!, again)
    await expectPlaces(cluster, ['a', 'b'])
    await stopAll(cluster, b!, again)
  })

  it('keeps its objects for reserveFor, so that a rolling update moves nothing', async () => {
    await using cluster = await startCluster()
    const reserveFor = '60s'
    const [a, b] = ['a', 'b'].map((name) => replica(cluster, name, { reserveFor }))
    await pass(cluster, 6, a!, b!)
    await create(cluster, ...names)
    await pass(cluster, 3, a!, b!)
    const before = await cluster.client.list(ConfigMap, { namespace: 'default' })
    a!.stop()
    await pass(cluster, 10, b!)
    const again = replica(cluster, 'a', { reserveFor })
    await pass(cluster, 10, b!, again)
    const after = await cluster.client.list(ConfigMap, { namespace: 'default' })
    expect(after.items.map(({ metadata }) => metadata.resourceVersion)).toEqual(
      before.items.map(({ metadata }) => metadata.resourceVersion),
    )
    expect(again.reconciled.length).toBeGreaterThan(0)
    await stopAll(cluster, b!, again)
  })
})

describe('sharding: manual edits', () => {
  it('move no object to another shard: labels and annotations changed or removed, lease deleted', async () => {
    await using cluster = await startCluster()
    const replicas = await settled(cluster, 'a', 'b')
    const name = names.find((one) => targetOf(one, ['a', 'b']) === 'a')!
    const b = replicas[1]!
    b.reconciled.length = 0
    await relabel(cluster, name, { labels: { [shardLabel(ring)]: null } })
    await pass(cluster, 2, ...replicas)
    await expectPlaces(cluster, ['a', 'b'])
    await relabel(cluster, name, { labels: { [shardLabel(ring)]: 'b' } })
    await pass(cluster, 3, ...replicas)
    await expectPlaces(cluster, ['a', 'b'])
    await relabel(cluster, name, {
      labels: { [shardLabel(ring)]: null },
      annotations: { [assignmentAnnotation(ring)]: null },
    })
    await pass(cluster, 3, ...replicas)
    await expectPlaces(cluster, ['a', 'b'])
    await relabel(cluster, name, { labels: { [drainLabel(ring)]: 'true' } })
    await pass(cluster, 3, ...replicas)
    await expectPlaces(cluster, ['a', 'b'])
    await cluster.client.delete(Lease, { namespace: 'default', name: shardLeaseName(ring, 'a') })
    await pass(cluster, 6, ...replicas)
    await expectPlaces(cluster, ['a', 'b'])
    expect(b.reconciled).not.toContain(name)
    await stopAll(cluster, ...replicas)
  })
})

describe('sharding: owned objects', () => {
  const childOf = (cluster: Cluster, name: string) =>
    cluster.client.get(Secret, { namespace: 'default', name: `${name}-child` })
  const shardOf = async (cluster: Cluster, name: string) =>
    (await childOf(cluster, name)).metadata.labels?.[shardLabel(ring)]

  it('stay with their owner until it is drained, and move before it', async () => {
    await using cluster = await startCluster()
    const [a] = await settled(cluster, 'a')
    const name = names.find((one) => targetOf(one, ['a', 'c']) === 'c')!
    let end = () => {}
    a!.waits.until = new Promise((resolve) => (end = resolve))
    await relabel(cluster, name, { annotations: { looked: 'at' } })
    const c = replica(cluster, 'c')
    for (let second = 0; second < 12; second++) {
      await cluster.advance('1s')
      expect(await shardOf(cluster, name)).toBe('a')
    }
    expect((await places(cluster)).get(name)).toEqual({ shard: 'a', note: 'a', isDraining: true })
    const stop = new AbortController()
    const firstAt = async (kind: typeof ConfigMap | typeof Secret, of: string): Promise<string> => {
      const fields = `metadata.name=${of}`
      for await (const event of cluster.client.watch(kind, { namespace: 'default', fields, signal: stop.signal })) {
        if (event.type === 'BOOKMARK') continue
        const { labels, resourceVersion } = event.object.metadata
        if (labels?.[shardLabel(ring)] === 'c') return resourceVersion
      }
      return 'never'
    }
    const arrivals = Promise.all([firstAt(Secret, `${name}-child`), firstAt(ConfigMap, name)])
    await cluster.settle()
    a!.waits.until = undefined
    end()
    await pass(cluster, 1, a!, c)
    expect(await shardOf(cluster, name)).toBe('c')
    const [child, owner] = await arrivals
    expect(compareResourceVersions(child, owner)).toBe(-1)
    stop.abort()
    await stopAll(cluster, a!, c)
  })

  it('get the shard of their owner back when their label is removed or changed, or when they are recreated', async () => {
    await using cluster = await startCluster()
    const replicas = await settled(cluster, 'a', 'b')
    const name = names.find((one) => targetOf(one, ['a', 'b']) === 'a')!
    const ref = { namespace: 'default', name: `${name}-child` }
    for (const value of [null, 'b', 'nobody']) {
      await cluster.client.patch(Secret, ref, { metadata: { labels: { [shardLabel(ring)]: value } } } as never)
      await pass(cluster, 3, ...replicas)
      expect([value, await shardOf(cluster, name)]).toEqual([value, 'a'])
    }
    await cluster.client.delete(Secret, ref)
    await pass(cluster, 3, ...replicas)
    expect(await shardOf(cluster, name)).toBe('a')
    await stopAll(cluster, ...replicas)
  })
})

describe('sharding: stale assignments', () => {
  it('do not prevent the assignment of an object restored from a backup', async () => {
    await using cluster = await startCluster()
    const replicas = await settled(cluster, 'a', 'b')
    const [labels, annotations] = [{ [shardLabel(ring)]: 'gone' }, { [assignmentAnnotation(ring)]: 'gone' }]
    await cluster.client.create(ConfigMap, { metadata: { name: 'old', namespace: 'default', labels, annotations } })
    await pass(cluster, 36, ...replicas)
    const target = targetOf('old', ['a', 'b'])
    expect((await places(cluster)).get('old')).toEqual({ shard: target, note: target, isDraining: false })
    await stopAll(cluster, ...replicas)
  })
})

describe('sharding: assignment annotations', () => {
  it('block nothing with an invalid name or many shards that never existed', async () => {
    await using cluster = await startCluster()
    const bogus = ['Not A Shard!', ...Array.from({ length: 20 }, (_, index) => `never-${index}`)]
    for (const [index, value] of bogus.entries()) {
      const annotations = { [assignmentAnnotation(ring)]: value }
      await cluster.client.create(ConfigMap, { metadata: { name: `map-${index}`, namespace: 'default', annotations } })
    }
    const replicas = ['a', 'b'].map((name) => replica(cluster, name))
    await pass(cluster, 6, ...replicas)
    await pass(cluster, 4, ...replicas)
    let most = 0
    for (let turn = 0; turn < 70; turn++) {
      await pass(cluster, 1, ...replicas)
      most = Math.max(most, (await cluster.client.list(Lease, { namespace: 'default' })).items.length)
    }
    const where = [...(await places(cluster))].filter(([name]) => name.startsWith('map-'))
    expect(where.filter(([, { note }]) => !['a', 'b'].includes(note))).toEqual([])
    expect(most).toBeLessThanOrEqual(3 + 16)
    await stopAll(cluster, ...replicas)
  }, 60_000)
})

describe('sharding: the fencing token of a reconcile', () => {
  it('increases with every move of the object', async () => {
    await using cluster = await startCluster()
    const [a, b] = await settled(cluster, 'a', 'b')
    const last = (one: Replica, name: string) => one.tokens[one.reconciled.lastIndexOf(name)]!
    const name = names.find((one) => targetOf(one, ['a', 'b']) === 'a')!
    const before = last(a!, name)
    a!.stop()
    await pass(cluster, 6, b!)
    expect(before < last(b!, name)).toBe(true)
    await stopAll(cluster, b!)
  })

  it('increases with every process of the same name, even if its lease is deleted', async () => {
    await using cluster = await startCluster()
    await create(cluster, 'map-0')
    const tokens: string[] = []
    for (let process = 0; process < 3; process++) {
      const one = replica(cluster, 'a')
      await pass(cluster, 20, one)
      tokens.push(...(one.tokens as string[]).filter((_, index) => one.reconciled[index] === 'map-0').slice(0, 1))
      await stopAll(cluster, one)
      await cluster.client.delete(Lease, { namespace: 'default', name: shardLeaseName(ring, 'a') })
    }
    expect(tokens).toHaveLength(3)
    expect([...new Set(tokens)].sort()).toEqual(tokens)
  })
})
