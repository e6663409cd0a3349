/** Replication between two servers over the wire: two real ones in a conformance run, two embedded ones in all others. */
import {
  type Client,
  createClient,
  deleted,
  established,
  ignoreNotFound,
  isForbidden,
  loadConfig,
} from '@kubewright/client'
import { type KubeObject, type Ref, silentLogger } from '@kubewright/core'
import { ConfigMap, CustomResourceDefinition, Namespace, Role, Secret } from '@kubewright/kubernetes'
import {
  acceptPeer,
  clusterIdentity,
  createPeers,
  createReplicator,
  defineReplication,
  replicaName,
  tenantNamespace,
} from '@kubewright/replication'
import { finalizerOf } from '@kubewright/replication/names'
import { defineResource } from '@kubewright/resource'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openClient, openClientInNamespace } from '../client/client.ts'
import { useSecondServer, useServer } from '../client/server.ts'
import { startRelay } from './relay.ts'

useServer()
const second = useSecondServer()

const Route = defineResource({
  group: 'wire.example.dev',
  version: 'v1',
  kind: 'Route',
  scope: 'Namespaced',
  spec: z.object({ cidr: z.string(), metric: z.number().int().default(7) }),
  status: z.object({ given: z.string().optional() }),
  conditions: ['Replicated'],
})

function openPeerAdmin(): Client {
  const { url, ca, token } = second()
  return createClient({ server: url, ca, token }, { fieldManager: 'admin-of-peer' })
}

async function install(client: Client): Promise<void> {
  await client.apply(CustomResourceDefinition, Route.crd(), { fieldManager: 'admin', force: true })
  await client.waitFor(CustomResourceDefinition, { name: `${Route.plural}.${Route.group}` }, established)
}

beforeAll(async () => {
  await using home = openClient()
  await using peer = openPeerAdmin()
  await install(home)
  await install(peer)
})

/** A tenant's client over `url`, with a credential of its own. */
async function connectAsTenant(admin: Client, origin: string, url: string): Promise<{ client: Client; id: string }> {
  const authority = second().ca
  const accepted = await acceptPeer({ client: admin, origin, kinds: [Route], server: url, authority })
  const connection = await loadConfig({ kubeconfigText: accepted.kubeconfig })
  return { client: createClient(connection, { timeout: '10s', retry: { attempts: 2 } }), id: accepted.identity }
}

/** A replicator of the objects in one namespace of the first server, and the second as its peer. */
async function startReplicating() {
  const home = await openClientInNamespace()
  const admin = openPeerAdmin()
  const origin = await clusterIdentity(home)
  const relay = await startRelay(second().url)
  const tenant = await connectAsTenant(admin, origin, relay.url)
  const peers = createPeers()
  peers.add({ name: 'east', identity: tenant.id, client: tenant.client })
  const client = openClient({ namespace: home.namespace })
  const routes = defineReplication({
    name: 'routes',
    resource: Route,
    namespaces: [home.namespace],
    destination: () => 'east',
  })
  const replicator = createReplicator({
    client,
    peers,
    replications: [routes],
    unreachableAfter: '1s',
    retryMax: '2s',
    log: silentLogger,
  })
  const ended = new AbortController()
  const over = replicator.run(ended.signal)
  const clients: AsyncDisposable[] = [tenant.client]
  return {
    home,
    admin,
    origin,
    relay,
    tenant,
    peers,
    replicator,
    /** Where the replica of an original of this test is. */
    place: (name: string): Ref => ({
      namespace: tenantNamespace(origin),
      name: replicaName({ namespace: home.namespace, name }),
    }),
    /** Gives the peer a new credential. */
    async rekey(): Promise<void> {
      const next = await connectAsTenant(admin, origin, relay.url)
      clients.push(next.client)
      peers.rekey('east', next.client)
    },
    async [Symbol.asyncDispose]() {
      ended.abort(new Error('the test is over'))
      await over
      for (const one of [...clients, client, relay, admin, home]) await one[Symbol.asyncDispose]()
    },
  }
}

const reasonOf = (object: KubeObject | undefined) =>
  (object as Route | undefined)?.status?.conditions?.find(({ type }) => type === 'Replicated')?.reason
const soon = { timeout: '20s' } as const

type Route = Parameters<Parameters<typeof defineReplication<typeof Route>>[0]['destination']>[0]

describe('replication over the wire', () => {
  it("replicates spec, returns status, and reverts changes of a replica's spec", async () => {
    await using world = await startReplicating()
    const { home, admin, place } = world
    await home.create(Route, { metadata: { name: 'net' }, spec: { cidr: '10.0.0.0/16' } })
    const replica = await admin.waitFor(Route, place('net'), () => true, soon)
    expect(replica.spec).toEqual({ cidr: '10.0.0.0/16', metric: 7 })
    await admin.status.patch(Route, place('net'), { status: { given: '10.9.0.0/16', observedGeneration: 1 } })
    const original = await home.waitFor(Route, { name: 'net' }, (one) => one?.status?.given === '10.9.0.0/16', soon)
    expect(original.status?.observedGeneration).toBe(1)
    expect(original.metadata.finalizers).toEqual([finalizerOf(world.tenant.id)])
    await home.waitFor(Route, { name: 'net' }, (one) => reasonOf(one) === 'Synced', soon)

    await home.patch(Route, { name: 'net' }, { spec: { cidr: '10.1.0.0/16' } })
    await admin.waitFor(Route, place('net'), (one) => one?.spec.cidr === '10.1.0.0/16', soon)
    await admin.patch(Route, place('net'), { spec: { cidr: '10.66.0.0/16', metric: 1 } })
    const restored = await admin.waitFor(Route, place('net'), (one) => one?.spec.cidr === '10.1.0.0/16', soon)
    expect(restored.spec.metric).toBe(7)
    expect(restored.metadata.uid).toBe(replica.metadata.uid)
    expect(restored.status?.given).toBe('10.9.0.0/16')
  })

  it('deletes the replica before the original', async () => {
    await using world = await startReplicating()
    const { home, admin, place } = world
    await home.create(Route, { metadata: { name: 'net' }, spec: { cidr: '10.0.0.0/16' } })
    await home.waitFor(Route, { name: 'net' }, (one) => reasonOf(one) === 'Synced', soon)
    await admin.patch(Route, place('net'), { metadata: { finalizers: ['example.dev/hold'] } })
    await home.delete(Route, { name: 'net' })
    await home.waitFor(Route, { name: 'net' }, (one) => reasonOf(one) === 'ReplicaTerminating', soon)
    await admin.patch(Route, place('net'), { metadata: { finalizers: [] } })
    await home.waitFor(Route, { name: 'net' }, deleted, soon)
    expect(await admin.get(Route, place('net')).catch(ignoreNotFound)).toBeUndefined()
  })

  it('reports an unreachable peer, and converges once it is back', async () => {
    await using world = await startReplicating()
    const { home, admin, relay, place } = world
    await home.create(Route, { metadata: { name: 'net' }, spec: { cidr: '10.0.0.0/16' } })
    await home.create(Route, { metadata: { name: 'going' }, spec: { cidr: '10.2.0.0/16' } })
    await home.waitFor(Route, { name: 'net' }, (one) => reasonOf(one) === 'Synced', soon)
    await home.waitFor(Route, { name: 'going' }, (one) => reasonOf(one) === 'Synced', soon)
    relay.cut()
    await home.patch(Route, { name: 'net' }, { spec: { cidr: '10.1.0.0/16' } })
    await home.delete(Route, { name: 'going' })
    await home.waitFor(Route, { name: 'net' }, (one) => reasonOf(one) === 'Unreachable', soon)
    await admin.status.patch(Route, place('net'), { status: { given: 'while away' } })
    expect((await home.get(Route, { name: 'going' })).metadata.deletionTimestamp).toBeDefined()
    relay.heal()
    const caughtUp = (one: KubeObject | undefined) =>
      reasonOf(one) === 'Synced' && (one as Route).status?.given === 'while away'
    await home.waitFor(Route, { name: 'net' }, caughtUp, { timeout: '30s' })
    expect((await admin.get(Route, place('net'))).spec.cidr).toBe('10.1.0.0/16')
    await home.waitFor(Route, { name: 'going' }, deleted, soon)
  }, 60_000)

  it('continues with a new credential, and reports an invalid one', async () => {
    await using world = await startReplicating()
    const { home, admin, place, peers } = world
    await home.create(Route, { metadata: { name: 'net' }, spec: { cidr: '10.0.0.0/16' } })
    await home.waitFor(Route, { name: 'net' }, (one) => reasonOf(one) === 'Synced', soon)
    const { uid } = (await admin.get(Route, place('net'))).metadata
    await using stranger = createClient({ server: second().url, ca: second().ca, token: 'worthless' })
    peers.rekey('east', stranger)
    await home.waitFor(Route, { name: 'net' }, (one) => !['Synced', undefined].includes(reasonOf(one)), soon)
    await home.patch(Route, { name: 'net' }, { spec: { cidr: '10.1.0.0/16' } })
    await world.rekey()
    const changed = await admin.waitFor(Route, place('net'), (one) => one?.spec.cidr === '10.1.0.0/16', soon)
    expect(changed.metadata.uid).toBe(uid)
    await home.waitFor(Route, { name: 'net' }, (one) => reasonOf(one) === 'Synced', soon)
  })

  it('deletes all replicas of a peer that leaves', async () => {
    await using world = await startReplicating()
    const { home, admin, origin, peers } = world
    for (const name of ['one', 'two']) await home.create(Route, { metadata: { name }, spec: { cidr: '10.0.0.0/16' } })
    for (const name of ['one', 'two']) await home.waitFor(Route, { name }, (one) => reasonOf(one) === 'Synced', soon)
    await peers.leave('east')
    expect((await admin.list(Route, { namespace: tenantNamespace(origin) })).items).toEqual([])
    const { items } = await home.list(Route, { namespace: home.namespace })
    expect(items.flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([])
  })

  it('does not touch a foreign object in the place of a replica', async () => {
    await using world = await startReplicating()
    const { home, admin, place } = world
    const { metadata } = await admin.create(Route, { metadata: place('net'), spec: { cidr: 'mine' } } as never)
    await home.create(Route, { metadata: { name: 'net' }, spec: { cidr: '10.0.0.0/16' } })
    await home.waitFor(Route, { name: 'net' }, (one) => reasonOf(one) === 'Occupied', soon)
    expect((await admin.get(Route, place('net'))).metadata.resourceVersion).toBe(metadata.resourceVersion)
    await admin.delete(Route, place('net'))
    await home.waitFor(Route, { name: 'net' }, (one) => reasonOf(one) === 'Synced', soon)
  })

  it('allows a tenant its namespace and the replicated kinds only', async () => {
    await using world = await startReplicating()
    const { admin, tenant, origin } = world
    const namespace = tenantNamespace(origin)
    const own = { namespace, name: 'default.own' }
    const spec = { cidr: '10.0.0.0/16' }
    await admin.create(Route, { metadata: { namespace: 'default', name: 'other' }, spec }).catch(() => undefined)
    const { client } = tenant
    const refused: readonly (readonly [string, () => PromiseLike<unknown>])[] = [
      ['read a route elsewhere', () => client.get(Route, { namespace: 'default', name: 'other' })],
      ['list routes everywhere', () => client.list(Route, {})],
      ['create a route elsewhere', () => client.create(Route, { metadata: { namespace: 'default', name: 'x' }, spec })],
      ['patch a route elsewhere', () => client.patch(Route, { namespace: 'default', name: 'other' }, { spec })],
      ['delete a route elsewhere', () => client.delete(Route, { namespace: 'default', name: 'other' })],
      ['write a status', () => client.status.patch(Route, own, { status: { given: 'x' } })],
      ['read Secrets of its namespace', () => client.list(Secret, { namespace })],
      ['create ConfigMaps there', () => client.create(ConfigMap, { metadata: own })],
      ['widen its role', () => client.patch(Role, { namespace, name: 'replicator' }, { rules: [] })],
      ['list namespaces', () => client.list(Namespace, {})],
      ['read kube-system', () => client.get(Namespace, { name: 'kube-system' })],
      [
        'relabel its namespace',
        () => client.patch(Namespace, { name: namespace }, { metadata: { labels: { a: 'b' } } }),
      ],
      ['delete its namespace', () => client.delete(Namespace, { name: namespace })],
    ]
    const allowed: string[] = []
    for (const [what, call] of refused) {
      await Promise.resolve(call()).then(
        () => allowed.push(what),
        (error: unknown) => expect(error, what).toSatisfy(isForbidden),
      )
    }
    expect(allowed).toEqual([])
    await expect(client.get(Namespace, { name: namespace })).resolves.toMatchObject({ metadata: { name: namespace } })
  })
})
