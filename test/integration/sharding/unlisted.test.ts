import { defineController, done } from '@kubewright/controller'
import { CustomResourceDefinition } from '@kubewright/kubernetes/apiextensions/v1'
import { defineResource } from '@kubewright/resource'
import { ControllerRing } from '@kubewright/sharding'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { create, pass, places, replica, ring, stopAll } from './replicas.ts'

const Gadget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Gadget',
  scope: 'Namespaced',
  description: 'Something that may be gone.',
  spec: z.object({}),
})

const controllers = () => [defineController({ name: 'gadgets', for: Gadget, reconcile: async () => done() })]

describe('a kind', () => {
  it('that was removed keeps no leader from sharing out the others', async () => {
    await using cluster = await startCluster({ resources: [Gadget] })
    const [a, b] = ['a', 'b'].map((name) => replica(cluster, name, { controllers: controllers() }))
    await pass(cluster, 6, a!, b!)
    await create(cluster, 'map-0', 'map-1')
    await pass(cluster, 2, a!, b!)
    await cluster.client.delete(CustomResourceDefinition, { name: 'gadgets.example.dev' })
    a!.stop()
    await pass(cluster, 8, b!)
    await create(cluster, 'map-2')
    await pass(cluster, 3, b!)
    const where = [...(await places(cluster))].filter(([name]) => name.startsWith('map-'))
    expect(where.map(([name, { note }]) => [name, note])).toEqual([
      ['map-0', 'b'],
      ['map-1', 'b'],
      ['map-2', 'b'],
    ])
    await stopAll(cluster, b!)
  })

  it('that may not be listed is said, and keeps nobody from the others', async () => {
    await using cluster = await startCluster({ resources: [Gadget, ControllerRing] })
    const forbidden = { code: 403, reason: 'Forbidden', message: 'not you' } as const
    const fault = cluster.faults.fail({ verb: 'list', kind: Gadget }, forbidden)
    await create(cluster, 'map-0')
    const a = replica(cluster, 'a', { controllers: controllers() })
    await pass(cluster, 12, a)
    expect((await places(cluster)).get('map-0')).toMatchObject({ shard: 'a', note: 'a' })
    expect(a.log.messages).toContain('cannot list a kind that the ring shares out')
    const { status } = await cluster.client.get(ControllerRing, { namespace: 'default', name: ring })
    expect(status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'False',
      reason: 'CannotList',
    })
    fault[Symbol.dispose]()
    await pass(cluster, 20, a)
    const later = await cluster.client.get(ControllerRing, { namespace: 'default', name: ring })
    expect(later.status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({ status: 'True' })
    await stopAll(cluster, a)
  })
})
