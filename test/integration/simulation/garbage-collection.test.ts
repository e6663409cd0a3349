import type { Client } from '@kubewright/client'
import { isNotFound } from '@kubewright/client'
import { type KubeObject, ownerReferenceTo } from '@kubewright/core'
import type { OwnerOptions } from '@kubewright/core/object'
import { ConfigMap, CustomResourceDefinition, Event, Namespace, PriorityClass, Secret } from '@kubewright/kubernetes'
import { defineResource, type Resource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { simulate, simulatedCluster } from './simulated-cluster.ts'

const parts = ['garbage-collection'] as const
const Website = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Website',
  scope: 'Namespaced',
  spec: z.object({ image: z.string() }),
})

const owned = (name: string, owners: readonly KubeObject[], how?: OwnerOptions) => ({
  metadata: { name, ownerReferences: owners.map((owner) => ownerReferenceTo(owner, { controller: false, ...how })) },
})
const make = (client: Client, name: string, owners: readonly KubeObject[] = [], how?: OwnerOptions) =>
  client.create(ConfigMap, owned(name, owners, how))
const isThere = (client: Client, kind: Resource, name: string, namespace = 'default') =>
  client.get(kind, { name, ...(kind.scope === 'Cluster' ? {} : { namespace }) }).then(
    () => true,
    (error: unknown) => {
      if (!isNotFound(error)) throw error
      return false
    },
  )

describe('simulated garbage collector', () => {
  it('deletes dependents, and their dependents, when the owner is gone', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const owner = await make(client, 'owner')
    const child = await make(client, 'child', [owner])
    await client.create(Secret, owned('grandchild', [child]))
    await make(client, 'other')
    await cluster.settle()
    expect(await isThere(client, Secret, 'grandchild')).toBe(true)
    await client.delete(ConfigMap, { name: 'owner' })
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'child')).toBe(false)
    expect(await isThere(client, Secret, 'grandchild')).toBe(false)
    expect(await isThere(client, ConfigMap, 'other')).toBe(true)
  })

  it('keeps an object with a remaining owner, and removes the other owner reference', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const [one, two] = [await make(client, 'one'), await make(client, 'two')]
    await make(client, 'child', [one, two])
    await cluster.settle()
    await client.delete(ConfigMap, { name: 'one' })
    await cluster.settle()
    const { metadata } = await client.get(ConfigMap, { name: 'child' })
    expect(metadata.ownerReferences?.map(({ name }) => name)).toEqual(['two'])
  })

  it('deletes the owner after its blocking dependents with Foreground', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const owner = await make(client, 'owner')
    await client.create(ConfigMap, {
      metadata: { ...owned('held', [owner], { blockOwnerDeletion: true }).metadata, finalizers: ['example.dev/held'] },
    })
    await make(client, 'free', [owner])
    await cluster.settle()
    await client.delete(ConfigMap, { name: 'owner' }, { propagationPolicy: 'Foreground' })
    await cluster.settle()
    expect((await client.get(ConfigMap, { name: 'owner' })).metadata.finalizers).toEqual(['foregroundDeletion'])
    expect(await isThere(client, ConfigMap, 'free')).toBe(false)
    await client.patch(ConfigMap, { name: 'held' }, { metadata: { finalizers: null } })
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'held')).toBe(false)
    expect(await isThere(client, ConfigMap, 'owner')).toBe(false)
  })

  it('removes the owner reference and keeps the dependent with Orphan', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const owner = await make(client, 'owner')
    await make(client, 'child', [owner])
    await cluster.settle()
    await client.delete(ConfigMap, { name: 'owner' }, { propagationPolicy: 'Orphan' })
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'owner')).toBe(false)
    expect((await client.get(ConfigMap, { name: 'child' })).metadata.ownerReferences ?? []).toEqual([])
  })

  it('deletes dependents created after their owner was deleted, by uid, not by name', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const owner = await make(client, 'owner')
    await client.delete(ConfigMap, { name: 'owner' })
    await make(client, 'owner')
    await make(client, 'late', [owner])
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'late')).toBe(false)
    expect(await isThere(client, ConfigMap, 'owner')).toBe(true)
  })

  it('treats an owner in another namespace as absent, and records an event', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Namespace, { metadata: { name: 'far' } })
    const owner = await client.create(ConfigMap, { metadata: { name: 'owner', namespace: 'far' } })
    await cluster.settle()
    await make(client, 'child', [owner])
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'child')).toBe(false)
    expect(await isThere(client, ConfigMap, 'owner', 'far')).toBe(true)
    const [event] = (await client.list(Event, { namespace: 'default' })).items
    expect(event).toMatchObject({
      reason: 'OwnerRefInvalidNamespace',
      message: `ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${owner.metadata.uid}] does not exist in namespace "default"`,
    })
  })

  it('accepts cluster-scoped owners of namespaced objects, and not the reverse', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const above = await client.create(PriorityClass, { metadata: { name: 'above' }, value: 1 })
    const below = await make(client, 'below', [above])
    await client.create(PriorityClass, { ...owned('wrong', [below]), value: 1 })
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'below')).toBe(true)
    await client.delete(PriorityClass, { name: 'above' })
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'below')).toBe(false)
    expect(await isThere(client, PriorityClass, 'wrong')).toBe(true)
  })

  it('follows custom resources that are defined later', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await cluster.settle()
    await client.create(CustomResourceDefinition, Website.crd())
    await cluster.settle()
    const site = await client.create(Website, { metadata: { name: 'blog' }, spec: { image: 'a' } })
    await make(client, 'child', [site])
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'child')).toBe(true)
    await client.delete(Website, { name: 'blog' })
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'child')).toBe(false)
  })

  it('deletes nothing for an owner of a kind that is not served', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const stranger = { apiVersion: 'nowhere.dev/v1', kind: 'Nothing', metadata: { name: 'x', uid: 'u' } } as KubeObject
    await make(client, 'child', [stranger])
    await cluster.settle({ patience: 0 })
    expect(await isThere(client, ConfigMap, 'child')).toBe(true)
  })

  it('resolves a cycle of blocking owners', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    const one = await make(client, 'one')
    const two = await make(client, 'two', [one], { blockOwnerDeletion: true })
    const ownerReferences = [ownerReferenceTo(two, { controller: false, blockOwnerDeletion: true })]
    await client.patch(ConfigMap, { name: 'one' }, { metadata: { ownerReferences } })
    await cluster.settle()
    await client.delete(ConfigMap, { name: 'one' }, { propagationPolicy: 'Foreground' })
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'one')).toBe(false)
    expect(await isThere(client, ConfigMap, 'two')).toBe(false)
  })

  it('deletes dependents that lost their owner before it started', async () => {
    await using simulated = await simulatedCluster([])
    const { client, cluster } = simulated
    const owner = await make(client, 'owner')
    await make(client, 'child', [owner])
    await client.delete(ConfigMap, { name: 'owner' })
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'child')).toBe(true)
    await using _ = await simulate(cluster, parts)
    await cluster.settle()
    expect(await isThere(client, ConfigMap, 'child')).toBe(false)
  })
})
