/** Replication in a manager: peers from Secrets, conditions, readiness, metrics per cluster, and unpeering. */
import { ignoreNotFound } from '@kubewright/client'
import { silentLogger } from '@kubewright/core'
import { ClusterRole, ClusterRoleBinding, ConfigMap, Namespace, Secret } from '@kubewright/kubernetes'
import { leader } from '@kubewright/lease'
import { createManager, fromSecrets } from '@kubewright/manager'
import { clusterIdentityAnnotation, identityNamespaceAnnotation } from '@kubewright/manager/clusters'
import { requiredRules } from '@kubewright/manager/permissions'
import {
  abandonAnnotation,
  clusterIdentity,
  replicaName,
  replicate,
  type ReplicateOptions,
  ReplicationResource,
  tenantManifests,
  tenantNamespace,
} from '@kubewright/replication'
import { finalizerOf, leftBehindName, replicasFinalizer } from '@kubewright/replication/names'
import { type Clusters, type Run, startClusters } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { conditionOf, Subnet, subnet, toLabelled } from './clusters.ts'

const peers = { namespace: 'peers', labels: 'kubewright.dev/peer=true' }
const net = { name: 'net', namespace: 'default' }

class World implements AsyncDisposable {
  readonly identities = new Map<string, string>()
  readonly clusters: Clusters

  constructor(clusters: Clusters) {
    this.clusters = clusters
  }

  static start(...names: readonly string[]): Promise<World> {
    return World.startWith([Subnet, ReplicationResource], names)
  }

  static async startWith(
    resources: readonly (typeof Subnet | typeof ReplicationResource)[],
    names: readonly string[],
  ): Promise<World> {
    const world = new World(await startClusters(names, { resources }))
    await world.clusters.cluster('a').client.create(Namespace, { metadata: { name: 'peers' } })
    for (const name of names) world.identities.set(name, await clusterIdentity(world.client(name)))
    return world
  }

  client(name: string) {
    return this.clusters.cluster(name).client
  }

  identity(name: string): string {
    return this.identities.get(name)!
  }

  get origin(): string {
    return this.identity('a')
  }

  place(name = 'net') {
    return { namespace: tenantNamespace(this.origin), name: replicaName({ namespace: 'default', name }) }
  }

  /** The actions of the administrator of `to`. */
  async accept(to: string): Promise<void> {
    const subject = { kind: 'User', name: 'tenant-a' } as const
    const options = { cluster: this.identity(to), origin: this.origin, kinds: [Subnet], subject }
    for (const { resource, object } of tenantManifests(options)) {
      await this.client(to).apply(resource as never, object as never, { force: true, fieldManager: 'admin' })
    }
  }

  /** The actions of the administrator of `a` with the file from `to`. */
  async addSecret(name: string, to: string, identity = this.identity(to)): Promise<void> {
    const annotations = {
      [clusterIdentityAnnotation]: identity,
      [identityNamespaceAnnotation]: tenantNamespace(this.origin),
    }
    const metadata = { name, namespace: 'peers', labels: { 'kubewright.dev/peer': 'true' }, annotations }
    const kubeconfig = this.clusters.kubeconfig('a', to, { as: 'tenant-a' })
    const data = { kubeconfig: Buffer.from(kubeconfig).toString('base64') }
    await this.client('a').apply(Secret, { metadata, data }, { fieldManager: 'admin', force: true })
  }

  async peer(name: string): Promise<void> {
    await this.accept(name)
    await this.addSecret(name, name)
  }

  run(options: ReplicateOptions = {}, more: object = {}): Promise<Run> {
    const provider = fromSecrets({ ...peers, connect: this.clusters.connect })
    const runnables = [replicate({ replications: [toLabelled], secrets: peers, ...options })]
    return this.clusters.run({ home: 'a', clusters: provider, runnables, ...more })
  }

  async condition(name = 'net') {
    return conditionOf(await this.client('a').get(Subnet, { ...net, name }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.clusters[Symbol.asyncDispose]()
  }
}

async function readiness(run: Run, name: string) {
  const [result] = await run.manager.checks.ready.run([name])
  return result
}

function series(run: Run, name: string): Readonly<Record<string, number>> {
  const family = run.manager.metrics.collect().find((one) => one.name === name)
  const samples = (family?.samples ?? []) as readonly { labels: Record<string, string>; value: number }[]
  return Object.fromEntries(samples.map(({ labels, value }) => [Object.values(labels).join(), value]))
}

describe('replication in a manager', () => {
  it('replicates to peers from Secrets with tenant permissions, and returns the status', async () => {
    await using world = await World.start('a', 'b', 'c')
    const run = await world.run()
    await world.peer('b')
    await world.client('a').create(Subnet, subnet('net', 'b'))
    await world.clusters.advance('10s')
    expect(await world.client('b').get(Subnet, world.place())).toMatchObject({ spec: { cidr: '10.0.0.0/16' } })
    expect(await world.condition()).toMatchObject({ status: 'True', reason: 'Synced', message: 'Replicated to b.' })
    await world.client('b').status.patch(Subnet, world.place(), { status: { given: '10.9.0.0/16' } })
    await world.clusters.advance('5s')
    expect((await world.client('a').get(Subnet, net)).status?.given).toBe('10.9.0.0/16')
    await world.client('b').status.patch(Subnet, world.place(), { status: { given: null } } as never)
    await world.clusters.advance('5s')
    expect((await world.client('a').get(Subnet, net)).status?.given).toBeUndefined()

    expect(await readiness(run, 'replication:b')).toEqual({ name: 'replication:b', isWell: true })
    expect(series(run, 'kubewright_replication_peer_ready')).toEqual({ b: 1 })
    expect(series(run, 'kubewright_replication_objects')).toEqual({ 'b,subnets.net.example.dev,Synced': 1 })
    expect(run.manager.clusters.find('b')?.identity).toBe(world.identity('b'))
  })

  it('reports on originals and in readiness why a peer that never connected cannot be used', async () => {
    await using world = await World.start('a', 'b', 'c')
    const run = await world.run()
    for (const name of ['wrong', 'twin', 'stranger', 'unknown'])
      await world.client('a').create(Subnet, subnet(name, name))
    await world.peer('b')
    await world.accept('c')
    await world.addSecret('wrong', 'c', world.identity('b')) // the kubeconfig of another cluster
    await world.addSecret('twin', 'b')
    const labels = { 'kubewright.dev/peer': 'true' }
    await world.client('a').create(Secret, { metadata: { name: 'stranger', namespace: 'peers', labels } }) // no kubeconfig
    await world.clusters.advance('1m')
    expect(await world.condition('wrong')).toMatchObject({ reason: 'IdentityMismatch' })
    expect(await world.condition('twin')).toMatchObject({ reason: 'DuplicateIdentity' })
    expect(await world.condition('stranger')).toMatchObject({ reason: 'ConnectionInvalid' })
    expect(await world.condition('unknown')).toMatchObject({ reason: 'PeerUnknown' })
    expect(await readiness(run, 'replication:wrong')).toMatchObject({
      isWell: true,
      note: expect.stringContaining('leads to another cluster') as string,
    })
    expect((await world.client('c').list(Subnet, {})).items).toEqual([])
  })

  it('reports Unreachable, not lost, for a peer that is unreachable while the process starts', async () => {
    await using world = await World.start('a', 'b')
    await world.peer('b')
    await world.client('a').create(Subnet, subnet('net', 'b'))
    const first = await world.run()
    await world.clusters.advance('10s')
    expect(await world.condition()).toMatchObject({ reason: 'Synced' })
    await first[Symbol.asyncDispose]()
    world.clusters.link('a', 'b').cut()
    await world.run()
    await world.clusters.advance('1m')
    expect(await world.condition()).toMatchObject({ status: 'False', reason: 'Unreachable' })
    world.clusters.link('a', 'b').heal()
    await world.clusters.advance('1m')
    expect(await world.condition()).toMatchObject({ reason: 'Synced' })
  })

  it('runs only in the leader, and fails over with it', async () => {
    await using world = await World.start('a', 'b')
    await world.peer('b')
    const coordination = () => leader({ lease: 'replication', namespace: 'default' })
    const one = await world.run({}, { coordination: coordination(), identity: 'one' })
    const two = await world.run({}, { coordination: coordination(), identity: 'two' })
    await world.client('a').create(Subnet, subnet('net', 'b'))
    await world.clusters.advance('10s')
    expect([one, two].map((run) => run.manager.state.phase).sort()).toEqual(['acting', 'standby'])
    const [acting, standby] = one.manager.state.phase === 'acting' ? [one, two] : [two, one]
    expect(series(standby!, 'kubewright_replication_peer_ready')).toEqual({})
    await acting![Symbol.asyncDispose]()
    await world.client('a').patch(Subnet, net, { spec: { cidr: '10.7.0.0/16' } })
    await world.clusters.advance('1m')
    expect(await world.client('b').get(Subnet, world.place())).toMatchObject({ spec: { cidr: '10.7.0.0/16' } })
  })
})

describe('RBAC rules of a replicating program', () => {
  it('suffice for replication, unpeering and abandoning a peer', async () => {
    await using world = await World.start('a', 'b')
    await world.peer('b')
    const provider = fromSecrets({ ...peers, connect: world.clusters.connect })
    const runnables = [replicate({ replications: [toLabelled], secrets: peers })]
    const rules = requiredRules([], { runnables, clusters: provider })
    const admin = world.client('a')
    await admin.create(ClusterRole, {
      metadata: { name: 'robot' },
      rules: rules.map(({ group, resource, verbs, name }) => {
        return {
          apiGroups: [group],
          resources: [resource],
          verbs: [...verbs],
          ...(name === undefined ? {} : { resourceNames: [name] }),
        }
      }),
    })
    await admin.create(ClusterRoleBinding, {
      metadata: { name: 'robot' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'robot' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'robot' }],
    })
    const client = world.clusters.clientFor('a', 'a', { as: 'robot', fieldManager: 'robot' })
    const { clock } = world.clusters
    const environment = {}
    const log = silentLogger
    const manager = createManager({ client, clusters: provider, controllers: [], runnables, clock, environment, log })
    await using running = manager.start()
    await running.started
    await admin.create(Subnet, subnet('net', 'b'))
    await world.clusters.advance('10s')
    expect(manager.state.missingPermissions).toEqual([])
    expect(await world.condition()).toMatchObject({ reason: 'Synced' })
    world.clusters.link('a', 'b').cut()
    await admin.delete(Secret, { name: 'b', namespace: 'peers' })
    await admin.patch(
      Secret,
      { name: 'b', namespace: 'peers' },
      { metadata: { annotations: { [abandonAnnotation]: '1' } } },
    )
    await world.clusters.advance('10s')
    expect(await admin.get(Secret, { name: 'b', namespace: 'peers' }).catch(ignoreNotFound)).toBeUndefined()
    expect(await admin.get(ConfigMap, { name: leftBehindName('b'), namespace: 'peers' })).toMatchObject({
      data: { count: '1' },
    })
  })
})

describe('replication to a peer whose Secret is deleted', () => {
  it('deletes its replicas first, then the finalizer of the Secret is removed', async () => {
    await using world = await World.start('a', 'b')
    await world.peer('b')
    await world.run()
    await world.client('a').create(Subnet, subnet('net', 'b'))
    await world.clusters.advance('10s')
    const secret = await world.client('a').get(Secret, { name: 'b', namespace: 'peers' })
    expect(secret.metadata.finalizers).toEqual([replicasFinalizer])
    await world.client('a').delete(Secret, { name: 'b', namespace: 'peers' })
    await world.clusters.advance('10s')
    expect((await world.client('b').list(Subnet, {})).items).toEqual([])
    expect(await world.client('a').get(Secret, { name: 'b', namespace: 'peers' }).catch(ignoreNotFound)).toBeUndefined()
    const home = await world.client('a').get(Subnet, net)
    expect(home.metadata.finalizers ?? []).toEqual([])
    expect(conditionOf(home)).toMatchObject({ reason: 'PeerUnknown' })
  })

  it('works without the CRD Replication, and still deletes the replicas before the Secret', async () => {
    await using world = await World.startWith([Subnet], ['a', 'b'])
    await world.peer('b')
    const run = await world.run()
    await world.client('a').create(Subnet, subnet('net', 'b'))
    await world.clusters.advance('10s')
    expect((await world.client('b').list(Subnet, {})).items).toHaveLength(1)
    expect((await readiness(run, 'replication'))?.note).toContain('The kind Replication is not installed')
    await world.client('a').delete(Secret, { name: 'b', namespace: 'peers' })
    await world.clusters.advance('2m')
    expect((await world.client('b').list(Subnet, {})).items).toEqual([])
    expect(await world.client('a').get(Secret, { name: 'b', namespace: 'peers' }).catch(ignoreNotFound)).toBeUndefined()
  })

  it('waits while Replication resources cannot be read, as the replicated kinds are unknown', async () => {
    await using world = await World.start('a', 'b')
    await world.peer('b')
    const unread = world.clusters.cluster('a').faults.fail({ kind: ReplicationResource }, 503)
    await world.run()
    await world.client('a').create(Subnet, subnet('net', 'b'))
    await world.clusters.advance('10s')
    await world.client('a').delete(Secret, { name: 'b', namespace: 'peers' })
    await world.clusters.advance('10m')
    expect(await world.client('a').get(Secret, { name: 'b', namespace: 'peers' })).toBeDefined()
    unread[Symbol.dispose]()
    await world.clusters.advance('2m')
    expect(await world.client('a').get(Secret, { name: 'b', namespace: 'peers' }).catch(ignoreNotFound)).toBeUndefined()
  })

  it('holds the Secret while the peer is unreachable, until it is abandoned, and lists what is left behind', async () => {
    await using world = await World.start('a', 'b')
    await world.peer('b')
    await world.run()
    await world.client('a').create(Subnet, subnet('net', 'b'))
    await world.clusters.advance('10s')
    world.clusters.link('a', 'b').cut()
    const ref = { name: 'b', namespace: 'peers' }
    await world.client('a').delete(Secret, ref)
    await world.clusters.advance('2m')
    expect((await world.client('a').get(Secret, ref)).metadata.finalizers).toEqual([replicasFinalizer])
    expect((await world.client('a').get(Subnet, net)).metadata.finalizers).toEqual([finalizerOf(world.identity('b'))])

    await world.client('a').patch(Secret, ref, { metadata: { annotations: { [abandonAnnotation]: 'yes' } } })
    await world.clusters.advance('10s')
    expect(await world.client('a').get(Secret, ref).catch(ignoreNotFound)).toBeUndefined()
    expect((await world.client('a').get(Subnet, net)).metadata.finalizers ?? []).toEqual([])
    const { namespace, name } = world.place()
    const noted = await world.client('a').get(ConfigMap, { name: leftBehindName('b'), namespace: 'peers' })
    expect(noted.data).toMatchObject({
      count: '1',
      cluster: world.identity('b'),
      replicas: `subnets.net.example.dev ${namespace}/${name}`,
    })
  })
})

describe('Replication resource', () => {
  const declared = {
    metadata: { name: 'subnets' },
    spec: { resource: { group: 'net.example.dev', kind: 'Subnet' }, peers: ['b'] },
  }

  it('removes its replicas before its finalizer when deleted, also after a restart', async () => {
    await using world = await World.start('a', 'b')
    await world.peer('b')
    const first = await world.run({ replications: [] })
    await world.client('a').create(Subnet, subnet('net', undefined))
    await world.client('a').create(ReplicationResource, declared)
    await world.clusters.advance('10s')
    expect(await world.condition()).toMatchObject({ reason: 'Synced' })
    await first[Symbol.asyncDispose]()

    await world.client('a').delete(ReplicationResource, { name: 'subnets' })
    world.clusters.link('a', 'b').cut()
    await world.run({ replications: [] })
    await world.clusters.advance('10s')
    const held = await world.client('a').get(ReplicationResource, { name: 'subnets' })
    expect(conditionOf(held, 'Ready')).toMatchObject({ status: 'False', reason: 'Removing' })
    world.clusters.link('a', 'b').heal()
    await world.clusters.advance('1m')
    expect(await world.client('a').get(ReplicationResource, { name: 'subnets' }).catch(ignoreNotFound)).toBeUndefined()
    expect((await world.client('b').list(Subnet, {})).items).toEqual([])
    const home = await world.client('a').get(Subnet, net)
    expect(home.metadata.finalizers ?? []).toEqual([])
    expect(conditionOf(home)).toBeUndefined()
  })

  it('can be deleted while a peer is lost with the abandon annotation, leaving the replicas', async () => {
    await using world = await World.start('a', 'b')
    await world.peer('b')
    await world.run({ replications: [] })
    await world.client('a').create(Subnet, subnet('net', undefined))
    await world.client('a').create(ReplicationResource, declared)
    await world.clusters.advance('10s')
    world.clusters.link('a', 'b').cut()
    await world.client('a').delete(ReplicationResource, { name: 'subnets' })
    await world.clusters.advance('1m')
    const annotations = { [abandonAnnotation]: world.identity('b') }
    await world.client('a').patch(ReplicationResource, { name: 'subnets' }, { metadata: { annotations } })
    await world.clusters.advance('10s')
    expect(await world.client('a').get(ReplicationResource, { name: 'subnets' }).catch(ignoreNotFound)).toBeUndefined()
    expect((await world.client('a').get(Subnet, net)).metadata.finalizers ?? []).toEqual([])
    expect((await world.client('b').list(Subnet, {})).items).toHaveLength(1)
  })
})

describe('an object that is no longer selected for replication', () => {
  it('loses its condition with its replica; a foreign condition of the same type stays', async () => {
    await using world = await World.start('a', 'b')
    await world.peer('b')
    await world.run()
    await world.client('a').create(Subnet, subnet('net', 'b'))
    await world.client('a').create(Subnet, subnet('other', undefined))
    const foreign = {
      type: 'Replicated',
      status: 'True',
      reason: 'ByHand',
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    }
    await world
      .client('a')
      .status.patch(Subnet, { ...net, name: 'other' }, { status: { conditions: [foreign] } } as never)
    await world.clusters.advance('10s')
    expect(await world.condition()).toMatchObject({ reason: 'Synced' })
    await world.client('a').patch(Subnet, net, { metadata: { labels: { 'example.dev/to': null } } } as never)
    await world.clusters.advance('10s')
    expect(await world.condition()).toBeUndefined()
    expect((await world.client('b').list(Subnet, {})).items).toEqual([])
    expect(await world.condition('other')).toMatchObject({ reason: 'ByHand' })
  })
})
