import { recordedLog } from '@kubewright/core/testing'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { CustomResourceDefinition } from '@kubewright/kubernetes/apiextensions/v1'
import { ClusterRole, ClusterRoleBinding } from '@kubewright/kubernetes/rbac/v1'
import { defineResource } from '@kubewright/resource'
import type { Manager } from '@kubewright/manager'
import { ControllerRing, RingReader, shard, type ShardOptions } from '@kubewright/sharding'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { managerOn, rest } from '../manager/managed.ts'
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

/** The permissions of the replicas' account. */
async function grant(cluster: Cluster, ...rules: readonly object[]): Promise<void> {
  await cluster.client.create(ClusterRole, { metadata: { name: 'ring' }, rules } as never)
  await cluster.client.create(ClusterRoleBinding, {
    metadata: { name: 'ring' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'ring' },
    subjects: [{ kind: 'ServiceAccount', name: 'operator', namespace: 'default' }],
  })
}

/** A replica by that account, which does not ask for its permissions. */
function limited(cluster: Cluster, options: Partial<ShardOptions> = {}) {
  const log = recordedLog()
  const manager = managerOn(cluster, {
    as: 'system:serviceaccount:default:operator',
    controllers: [defineController({ name: 'maps', for: ConfigMap, reconcile: async () => done() })],
    coordination: shard({ ring, namespace: 'default', identity: 'a', ...options }),
    permissions: 'skip',
    health: { port: 0 },
    log: log.log,
  })
  return { manager, log }
}

/** The entry of the ring in `/readyz` after a while. */
async function readiness(cluster: Cluster, manager: Manager, seconds: number) {
  for (let turn = 0; turn < seconds; turn++) await cluster.advance('1s')
  await rest(cluster, manager)
  const answer = await fetch(`${manager.endpoints.health}/readyz?verbose`)
  const line = (await answer.text()).split('\n').find((one) => one.includes('coordination'))
  return [answer.status, line] as const
}

describe('sharding: a kind', () => {
  it('does not prevent the assignment of other kinds when its CRD is deleted', async () => {
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

  it('is reported if listing it is forbidden, and other kinds are still assigned', async () => {
    await using cluster = await startCluster({ resources: [Gadget, ControllerRing] })
    const forbidden = { code: 403, reason: 'Forbidden', message: 'not you' } as const
    const fault = cluster.faults.fail({ verb: 'list', kind: Gadget }, forbidden)
    await create(cluster, 'map-0')
    const a = replica(cluster, 'a', { controllers: controllers() })
    await pass(cluster, 12, a)
    expect((await places(cluster)).get('map-0')).toMatchObject({ shard: 'a', note: 'a' })
    const refused = 'permission missing, some objects are not assigned, moved or reconciled until it is granted'
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

  it('fails readiness without patch permission, with the RBAC rule to grant; later it is only a note', async () => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    const everything = { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch', 'create', 'delete'] }
    const leases = { apiGroups: ['*'], resources: ['leases', 'controllerrings/status'], verbs: ['patch'] }
    const maps = { apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] }
    await grant(cluster, everything, leases)
    await create(cluster, 'map-0', 'map-1')
    const { manager, log } = limited(cluster)
    await using _running = manager.start()
    const after = async (seconds: number) => {
      const [code, line] = await readiness(cluster, manager, seconds)
      const { status } = await cluster.client.get(ControllerRing, { namespace: 'default', name: ring })
      const condition = status?.conditions?.find(({ type }) => type === 'Ready')
      return [code, line, `${condition?.reason}: ${condition?.message}`] as const
    }
    const hint =
      /in a Role in default, or a ClusterRole: - {apiGroups: \[""\], resources: \["configmaps"\], verbs: \["patch"\]}/
    const [code, line, condition] = await after(15)
    expect(code).toBe(500)
    expect(line).toMatch(/^\[-\]coordination failed: Cannot patch/)
    expect(line).toMatch(hint)
    expect(condition).toMatch(/^CannotMark: /)
    const reader = new RingReader({ client: cluster.client, clock: cluster.clock, ring, namespace: 'default' })
    const seen = await reader.read(new AbortController().signal)
    expect(seen.problems.map((one) => `CannotMark: ${one}`)).toEqual([condition])
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
    expect(log.messages.filter((one) => one.startsWith('permission missing'))).toHaveLength(2)
  })

  it('does not fail readiness without patch permission once none of its objects waits', async () => {
    await using cluster = await startCluster()
    const verbs = ['get', 'list', 'watch', 'create', 'delete']
    await grant(
      cluster,
      { apiGroups: ['*'], resources: ['*'], verbs },
      { apiGroups: ['*'], resources: ['leases'], verbs: ['patch'] },
    )
    await create(cluster, 'map-0')
    const { manager } = limited(cluster)
    await using _running = manager.start()
    expect((await readiness(cluster, manager, 15))[0]).toBe(500)
    expect((await readiness(cluster, manager, 110))[0]).toBe(500)
    const { items } = await cluster.client.list(ConfigMap)
    for (const { metadata } of items) await cluster.client.delete(ConfigMap, metadata)
    expect(await readiness(cluster, manager, 125)).toEqual([200, '[+]coordination ok'])
  })
})

describe('sharding: a missing namespace for leases', () => {
  it('fails readiness, is logged once, and is used when it is created', async () => {
    await using cluster = await startCluster()
    const everything = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }
    await grant(cluster, everything)
    const { manager, log } = limited(cluster, { namespace: 'forgotten', mode: 'shard' })
    await using _running = manager.start()
    const [code, line] = await readiness(cluster, manager, 20)
    expect([code, line]).toEqual([500, expect.stringContaining('Create the namespace forgotten first.')])
    const failed = 'shard lease could not be acquired or renewed, will retry'
    expect(log.messages.filter((one) => one === failed)).toHaveLength(1)
    await cluster.client.create(Namespace, { metadata: { name: 'forgotten' } })
    expect(await readiness(cluster, manager, 10)).toEqual([200, '[+]coordination ok'])
    expect(log.messages).toContain('joined ring')
  })
})

describe('sharding: a missing RBAC permission', () => {
  const all = { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'create', 'patch', 'delete'] }
  const readable = (...resources: readonly string[]) => ({ apiGroups: ['*'], resources, verbs: ['list', 'watch'] })

  it.each<[what: string, lacks: string, has: readonly string[], options: Partial<ShardOptions>]>([
    ['to watch leases', 'leases', ['configmaps'], {}],
    ['to watch namespaces', 'namespaces', ['configmaps', 'leases'], { namespaceSelector: 'team=web' }],
  ])('%s is named in readiness and log, until granted', async (_, lacks, has, options) => {
    await using cluster = await startCluster()
    await grant(cluster, all, readable(...has))
    const { manager, log } = limited(cluster, options)
    await using _running = manager.start()
    const [code, line] = await readiness(cluster, manager, 12)
    expect(code).toBe(500)
    expect(line).toMatch(/^\[-\]coordination failed: Cannot (list|watch)/)
    expect(line).toContain(`resources: ["${lacks}"]`)
    expect(log.messages.filter((one) => one.startsWith('permission missing'))).toHaveLength(1)
    const rules = [all, readable(lacks, ...has)]
    await cluster.client.patch(ClusterRole, { name: 'ring' }, { rules } as never)
    expect(await readiness(cluster, manager, 60)).toEqual([200, '[+]coordination ok'])
  })
})
