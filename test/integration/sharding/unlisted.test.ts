import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { CustomResourceDefinition } from '@kubewright/kubernetes/apiextensions/v1'
import { ClusterRole, ClusterRoleBinding } from '@kubewright/kubernetes/rbac/v1'
import { defineResource } from '@kubewright/resource'
import { ControllerRing, shard } from '@kubewright/sharding'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { managerOn, recordedLog, rest } from '../manager/managed.ts'
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
    const refused = 'the server refuses what the ring needs: objects wait until it is granted'
    expect(a.log.messages.filter((one) => one === refused)).toHaveLength(1)
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

  it('whose objects may not be marked is said in readiness, status and log, with what to grant; later it is noted', async () => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    const everything = { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch', 'create', 'delete'] }
    const leases = { apiGroups: ['*'], resources: ['leases', 'controllerrings/status'], verbs: ['patch'] }
    const maps = { apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] }
    await cluster.client.create(ClusterRole, { metadata: { name: 'ring' }, rules: [everything, leases] })
    await cluster.client.create(ClusterRoleBinding, {
      metadata: { name: 'ring' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'ring' },
      subjects: [{ kind: 'ServiceAccount', name: 'operator', namespace: 'default' }],
    })
    await create(cluster, 'map-0', 'map-1')
    const log = recordedLog()
    const manager = managerOn(cluster, {
      as: 'system:serviceaccount:default:operator',
      controllers: [defineController({ name: 'maps', for: ConfigMap, reconcile: async () => done() })],
      coordination: shard({ ring, namespace: 'default', identity: 'a' }),
      permissions: 'skip',
      health: { port: 0 },
      log: log.log,
    })
    await using _running = manager.start()
    const after = async (seconds: number) => {
      for (let turn = 0; turn < seconds; turn++) await cluster.advance('1s')
      await rest(cluster, manager)
      const answer = await fetch(`${manager.endpoints.health}/readyz?verbose`)
      const line = (await answer.text()).split('\n').find((one) => one.includes('coordination'))
      const { status } = await cluster.client.get(ControllerRing, { namespace: 'default', name: ring })
      const condition = status?.conditions?.find(({ type }) => type === 'Ready')
      return [answer.status, line, `${condition?.reason}: ${condition?.message}`] as const
    }
    const hint =
      /in a Role in default, or a ClusterRole: - {apiGroups: \[""\], resources: \["configmaps"\], verbs: \["patch"\]}/
    const [code, line, condition] = await after(15)
    expect(code).toBe(500)
    expect(line).toMatch(/^\[-\]coordination failed: Cannot patch/)
    expect(line).toMatch(hint)
    expect(condition).toMatch(/^CannotMark: /)
    expect(condition).toMatch(hint)
    const rules = (...given: object[]) => cluster.client.patch(ClusterRole, { name: 'ring' }, { rules: given } as never)
    await rules(everything, leases, maps)
    expect(await after(40)).toEqual([200, '[+]coordination ok', 'Sharing: 1 shard is ready.'])
    expect((await places(cluster)).get('map-1')).toMatchObject({ shard: 'a', note: 'a' })

    await rules(everything, leases)
    await create(cluster, 'map-2')
    const [later, noted] = await after(10)
    expect([later, noted?.slice(0, 16)]).toEqual([200, '[+]coordination '])
    expect(noted).toMatch(hint)
    expect(log.messages.filter((one) => one.startsWith('the server refuses'))).toHaveLength(2)
  })
})
