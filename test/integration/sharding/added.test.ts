import { defineController, defineGroupController, done } from '@kubewright/controller'
import { ServiceAccount } from '@kubewright/kubernetes/core/v1'
import { shardLabel } from '@kubewright/sharding'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { pass, replica, ring, stopAll } from './replicas.ts'

describe('controller in a sharded manager', () => {
  it('has its objects sharded, too, if it is added at run time', async () => {
    await using cluster = await startCluster()
    const one = replica(cluster, 'a')
    await pass(cluster, 4, one)
    const seen: string[] = []
    const reconcile = async ({ metadata }: { metadata: { name: string } }) => {
      seen.push(metadata.name)
      return done()
    }
    await one.manager.add(defineController({ name: 'accounts', for: ServiceAccount, reconcile }))
    await cluster.client.create(ServiceAccount, { metadata: { name: 'late', namespace: 'default' } })
    await pass(cluster, 12, one)
    const { metadata } = await cluster.client.get(ServiceAccount, { namespace: 'default', name: 'late' })
    expect(metadata.labels?.[shardLabel(ring)]).toBe('a')
    expect(seen).toContain('late')
    await stopAll(cluster, one)
  })

  it('is refused if it is a group controller, as members of a group may be on several shards', async () => {
    await using cluster = await startCluster()
    const groups = defineGroupController({
      name: 'groups',
      for: ServiceAccount,
      by: ({ metadata }) => metadata.namespace,
      reconcile: async () => done(),
    })
    const one = replica(cluster, 'a', { controllers: [groups] })
    await pass(cluster, 4, one)
    one.stop()
    expect(await one.ended).toMatchObject({ code: 'KW_SHARDING_GROUPS' })
  })
})
