import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { shardLabel } from '@kubewright/sharding'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { create, pass, places, replica, ring, stopAll } from './replicas.ts'

const names = Array.from({ length: 24 }, (_, index) => `map-${index}`)

describe('sharding: replicas of an operator', () => {
  it('divide existing objects, and each reconciles its own part only', async () => {
    await using cluster = await startCluster()
    await create(cluster, ...names)
    const replicas = ['a', 'b', 'c'].map((name) => replica(cluster, name))
    await pass(cluster, 10, ...replicas)

    const where = await places(cluster)
    expect([...where.values()].every(({ shard, note }) => shard !== '' && shard === note)).toBe(true)
    for (const one of replicas) one.reconciled.length = 0 // the first was alone for a while
    for (const name of names) {
      await cluster.client.patch(ConfigMap, { namespace: 'default', name }, { data: { changed: 'yes' } })
    }
    await pass(cluster, 2, ...replicas)
    for (const one of replicas) {
      const own = names.filter((name) => where.get(name)!.shard === one.name)
      expect([...one.reconciled].sort()).toEqual(own.sort())
    }
    expect(new Set([...where.values()].map(({ shard }) => shard))).toEqual(new Set(['a', 'b', 'c']))

    const { items } = await cluster.client.list(Secret, { namespace: 'default' })
    expect(items.length).toBe(names.length)
    for (const { metadata } of items) {
      const owner = where.get(metadata.name.replace('-child', ''))!.shard
      expect(metadata.labels?.[shardLabel(ring)]).toBe(owner)
    }
    await stopAll(cluster, ...replicas)
  })

  it("do not label objects outside of the controller's scope", async () => {
    await using cluster = await startCluster()
    const one = replica(cluster, 'a')
    await create(cluster, 'map-1')
    await pass(cluster, 6, one)
    const ref = { namespace: 'kube-system', name: 'kube-apiserver-legacy-service-account-token-tracking' }
    const { metadata } = await cluster.client.get(ConfigMap, ref)
    expect([metadata.labels?.[shardLabel(ring)], one.reconciled]).toEqual([undefined, ['map-1']])
    await stopAll(cluster, one)
  })

  it('assign new objects within a second', async () => {
    await using cluster = await startCluster()
    const replicas = ['a', 'b'].map((name) => replica(cluster, name))
    await pass(cluster, 5, ...replicas)
    await create(cluster, ...names)
    await pass(cluster, 1, ...replicas)
    expect([...(await places(cluster)).values()].every(({ shard }) => shard !== '')).toBe(true)
    expect(replicas.flatMap(({ reconciled }) => reconciled).sort()).toEqual([...names].sort())
    await stopAll(cluster, ...replicas)
  })
})
