import { recordedLog } from '@kubewright/core/testing'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Namespace, Secret } from '@kubewright/kubernetes'
import { defineResource, manifest } from '@kubewright/resource'
import { hashRing, partitionKey, shard, shardLabel } from '@kubewright/sharding'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { managerOn } from '../manager/managed.ts'
import { create, pass, places, replica, ring, stopAll } from './replicas.ts'

const unmarked = { shard: '', note: '', isDraining: false }

describe('sharding: namespace selector and scope', () => {
  it('namespace labels: objects that leave the selection lose their labels at once, those that enter are assigned', async () => {
    await using cluster = await startCluster()
    const relabel = (team: string | null) =>
      cluster.client.patch(Namespace, { name: 'default' }, { metadata: { labels: { team } } } as never)
    await relabel('web')
    const one = replica(cluster, 'a', { namespaceSelector: 'team=web' })
    await create(cluster, 'map-1')
    await cluster.client.create(ConfigMap, { metadata: { name: 'map-2', namespace: 'kube-system' } })
    await pass(cluster, 6, one)
    expect((await places(cluster)).get('map-1')?.shard).toBe('a')
    expect([...new Set(one.reconciled)]).toEqual(['map-1'])
    await relabel(null)
    await pass(cluster, 3, one)
    expect((await places(cluster)).get('map-1')).toEqual(unmarked)
    await relabel('web')
    await pass(cluster, 3, one)
    expect((await places(cluster)).get('map-1')?.shard).toBe('a')
    const { metadata } = await cluster.client.get(ConfigMap, { name: 'map-2', namespace: 'kube-system' })
    expect(metadata.labels).toBeUndefined()
    await stopAll(cluster, one)
  })

  it("an owned kind's object without an owner in the ring is not labelled", async () => {
    await using cluster = await startCluster()
    await cluster.client.create(Secret, { metadata: { name: 'stray', namespace: 'default' } })
    const one = replica(cluster, 'a')
    await create(cluster, 'map-1')
    await pass(cluster, 6, one)
    const { metadata } = await cluster.client.get(Secret, { name: 'stray', namespace: 'default' })
    expect(metadata.labels).toBeUndefined()
    await stopAll(cluster, one)
  })
})

const Tenant = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Tenant',
  scope: 'Cluster',
  spec: z.object({ namespace: z.string() }),
})

describe('sharding: cluster-scoped owners', () => {
  it('are divided, and their namespaced children have the same shard', async () => {
    await using cluster = await startCluster({ resources: [Tenant] })
    const start = (identity: string) => {
      const tenants = defineController({
        name: 'tenants',
        for: Tenant,
        owns: [ConfigMap],
        async reconcile({ metadata: { name }, spec: { namespace } }, { own }) {
          await own({ map: manifest(ConfigMap, { metadata: { name, namespace }, data: { by: identity } }) })
          return done()
        },
      })
      const { log } = recordedLog()
      const coordination = shard({ ring, namespace: 'default', identity })
      return managerOn(cluster, { identity, controllers: [tenants], coordination, permissions: 'skip', log }).start()
    }
    await using _first = start('a')
    await using _second = start('b')
    for (let turn = 0; turn < 6; turn++) await cluster.advance('1s')
    const names = Array.from({ length: 10 }, (_, index) => `tenant-${index}`)
    for (const name of names)
      await cluster.client.create(Tenant, { metadata: { name }, spec: { namespace: 'default' } })
    for (let turn = 0; turn < 4; turn++) await cluster.advance('1s')
    const expectShared = async (...shards: readonly string[]) => {
      const owners = hashRing(shards)
      const wanted = Object.fromEntries(names.map((name) => [name, owners.ownerOf(partitionKey(Tenant, { name }))]))
      const { items } = await cluster.client.list(ConfigMap, { namespace: 'default' })
      const made = items.filter(({ metadata }) => names.includes(metadata.name))
      const by = made.map(({ metadata, data }) => [metadata.name, data?.['by']])
      const at = made.map(({ metadata }) => [metadata.name, metadata.labels?.[shardLabel(ring)]])
      expect([Object.fromEntries(by), Object.fromEntries(at)]).toEqual([wanted, wanted])
      expect(new Set(Object.values(wanted))).toEqual(new Set(shards))
    }
    await expectShared('a', 'b')
    await using _third = start('c')
    for (let turn = 0; turn < 12; turn++) await cluster.advance('1s')
    await expectShared('a', 'b', 'c')
    // Managers stop in virtual time.
    const stopping = Promise.all([_first, _second, _third].map((one) => one[Symbol.asyncDispose]()))
    for (let turn = 0; turn < 20; turn++) await cluster.advance('1s')
    await stopping
  })
})
