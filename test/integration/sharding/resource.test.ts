import { findCondition } from '@kubewright/core'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { ControllerRing, hashRing, partitionKey } from '@kubewright/sharding'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { create, pass, places, replica, ring, stopAll } from './replicas.ts'

const names = Array.from({ length: 12 }, (_, index) => `map-${index}`)
/** The objects that move to `b` when it joins. */
const leaving = names.filter((name) => ownerOf(name) === 'b')
const ref = { namespace: 'default', name: ring }
const read = (cluster: Cluster) => cluster.client.get(ControllerRing, ref)
const configure = (cluster: Cluster, spec: object) => cluster.client.patch(ControllerRing, ref, { spec } as never)

async function conditions(cluster: Cluster): Promise<Record<string, string>> {
  const { status } = await read(cluster)
  return Object.fromEntries((status?.conditions ?? []).map(({ type, status, reason }) => [type, `${status} ${reason}`]))
}

describe('ControllerRing', () => {
  it('is created by the leader, and reports shards, shares, objects and moves', async () => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    const first = replica(cluster, 'a')
    await create(cluster, ...names)
    await pass(cluster, 14, first)
    const made = await read(cluster)
    expect(made.status).toMatchObject({
      leader: expect.stringContaining('a') as string,
      shards: [{ name: 'a', state: 'ready', share: '100%', objects: 12 }],
      readyShards: 1,
      objects: 12,
      moving: 0,
      moves: [],
      observedGeneration: 1,
    })
    const well = { Ready: 'True Sharing', Balanced: 'True AllInPlace', Configured: 'True InForce' }
    expect(await conditions(cluster)).toEqual(well)

    let finish = () => {}
    first.waits.until = new Promise((resolve) => (finish = resolve))
    first.manager.trigger('maps', { namespace: 'default', name: leaving[0]! }, 'test')
    await cluster.advance('1s')
    const second = replica(cluster, 'b')
    for (let turn = 0; turn < 14; turn++) await cluster.advance('1s')
    const moving = await read(cluster)
    expect(moving.status?.moving).toBeGreaterThan(0)
    expect(moving.status?.moves?.[0]).toMatchObject({ kind: 'ConfigMap', namespace: 'default', from: 'a', to: 'b' })
    expect((await conditions(cluster))['Balanced']).toBe('False Moving')

    finish()
    await pass(cluster, 12, first, second)
    expect(await conditions(cluster)).toEqual(well)
    expect((await read(cluster)).status?.shards?.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'a ready',
      'b ready',
    ])
    await stopAll(cluster, first, second)
  })

  it('is not written while nothing changes, and is recreated if deleted', async () => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    const one = replica(cluster, 'a')
    await pass(cluster, 20, one)
    const { metadata } = await read(cluster)
    await pass(cluster, 40, one)
    expect((await read(cluster)).metadata.resourceVersion).toBe(metadata.resourceVersion)
    await cluster.client.delete(ControllerRing, ref)
    await pass(cluster, 12, one)
    expect((await read(cluster)).metadata.uid).not.toBe(metadata.uid)
    expect((await read(cluster)).status?.readyShards).toBe(1)
    await stopAll(cluster, one)
  })

  it('is written at most once in five seconds', async () => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    const one = replica(cluster, 'a')
    await pass(cluster, 15, one)
    const versions = new Set<string>()
    const startedAt = cluster.clock.now()
    for (const name of names) {
      await create(cluster, name)
      await pass(cluster, 1, one)
      versions.add((await read(cluster)).metadata.resourceVersion)
    }
    expect(versions.size).toBeGreaterThan(1)
    expect(versions.size).toBeLessThanOrEqual(2 + (cluster.clock.now() - startedAt) / 5_000)
    await stopAll(cluster, one)
  })

  it('overrides the options of the replicas at run time', async () => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    const first = replica(cluster, 'a', { concurrentMoves: 100, drainWithin: '10m' })
    await create(cluster, ...names)
    await pass(cluster, 12, first)
    await configure(cluster, { concurrentMoves: 1, drainWithin: '7s' })
    await pass(cluster, 2, first)
    first.waits.until = new Promise(() => {})
    first.manager.trigger('maps', { namespace: 'default', name: leaving[0]! }, 'test')
    await cluster.advance('1s')
    const second = replica(cluster, 'b')
    for (let turn = 0; turn < 4; turn++) await cluster.advance('1s')
    const where = await places(cluster)
    expect([...where.values()].filter(({ isDraining }) => isDraining).length).toBeLessThanOrEqual(1)
    for (let turn = 0; turn < 20; turn++) await cluster.advance('1s')
    expect(leaving.map((name) => where.get(name)!.shard)).not.toEqual(leaving.map(() => 'b'))
    const after = await places(cluster)
    expect(leaving.map((name) => after.get(name)!.shard)).toEqual(leaving.map(() => 'b'))
    await stopAll(cluster, first, second)
  })

  it('changes the namespace selector at run time: objects that leave it are drained and lose their labels', async () => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    await cluster.client.create(Namespace, { metadata: { name: 'web', labels: { team: 'web' } } })
    const one = replica(cluster, 'a')
    await create(cluster, 'map-1')
    await cluster.client.create(ConfigMap, { metadata: { name: 'map-2', namespace: 'web' } })
    await pass(cluster, 12, one)
    expect([...new Set(one.reconciled)].sort()).toEqual(['map-1', 'map-2'])
    await configure(cluster, { namespaceSelector: { matchLabels: { team: 'web' } } })
    await pass(cluster, 8, one)
    expect((await places(cluster)).get('map-1')).toEqual({ shard: '', note: '', isDraining: false })
    await configure(cluster, { namespaceSelector: null })
    await pass(cluster, 8, one)
    expect((await places(cluster)).get('map-1')).toEqual({ shard: 'a', note: 'a', isDraining: false })
    await stopAll(cluster, one)
  })

  it('keeps the last valid spec in force, and reports an invalid one in a condition', async () => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    const one = replica(cluster, 'a')
    await pass(cluster, 12, one)
    await configure(cluster, { concurrentMoves: 7 })
    await pass(cluster, 6, one)
    const { metadata } = await configure(cluster, { concurrentMoves: 9, syncEvery: '10ms' })
    await pass(cluster, 6, one)
    const { status } = await read(cluster)
    expect(findCondition(status?.conditions, 'Configured')).toMatchObject({
      status: 'False',
      reason: 'InvalidSpec',
      message: expect.stringContaining('spec.syncEvery: is less than a second') as string,
      observedGeneration: metadata.generation,
    })
    expect(one.log.messages.filter((message) => message === 'ring configuration changed').length).toBe(1)
    await configure(cluster, { syncEvery: null })
    await pass(cluster, 6, one)
    expect((await conditions(cluster))['Configured']).toBe('True InForce')
    await stopAll(cluster, one)
  })

  it.each([
    { name: 'zero concurrentMoves', spec: { concurrentMoves: 0 } },
    { name: 'an invalid duration', spec: { drainWithin: 'soon' } },
    { name: 'In without values', spec: { namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } } },
    {
      name: 'Exists with values',
      spec: { namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] } },
    },
  ])('is refused by the schema with $name', async ({ spec }) => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    const metadata = { namespace: 'default', name: 'websites' }
    await expect(cluster.client.create(ControllerRing, { metadata, spec } as never)).rejects.toMatchObject({
      code: 'KW_CLIENT_INVALID',
    })
    await expect(
      cluster.client.create(ControllerRing, { metadata: { namespace: 'default', name: 'web.sites' }, spec: {} }),
    ).rejects.toThrow('is named after its ring')
  })
})

describe('sharding: an object that is deleted during its move', () => {
  it('frees its slot among the concurrent moves', async () => {
    await using cluster = await startCluster()
    const first = replica(cluster, 'a', { concurrentMoves: 1, drainWithin: '10m' })
    await create(cluster, ...names)
    await pass(cluster, 8, first)
    let finish = () => {}
    first.waits.until = new Promise((resolve) => (finish = resolve))
    first.manager.trigger('maps', { namespace: 'default', name: leaving[0]! }, 'test')
    await cluster.advance('1s')
    const second = replica(cluster, 'b', { concurrentMoves: 1 })
    for (let turn = 0; turn < 5; turn++) await cluster.advance('1s')
    const whoIsAsked = async () => {
      return [...(await places(cluster))].filter(([, { isDraining }]) => isDraining).map(([name]) => name)
    }
    for (let turn = 0; turn < 10 && !(await whoIsAsked()).includes(leaving[0]!); turn++) await cluster.advance('1s')
    const before = await places(cluster)
    expect(leaving.filter((name) => before.get(name)!.shard === 'a').length).toBeGreaterThan(1)
    await cluster.client.delete(ConfigMap, { namespace: 'default', name: leaving[0]! })
    for (let turn = 0; turn < 15; turn++) await cluster.advance('1s')
    const after = await places(cluster)
    expect(leaving.slice(1).map((name) => after.get(name)!.shard)).toEqual(leaving.slice(1).map(() => 'b'))
    finish()
    await stopAll(cluster, first, second)
  })
})

function ownerOf(name: string): string {
  return hashRing(['a', 'b']).ownerOf(partitionKey(ConfigMap, { namespace: 'default', name }))!
}
