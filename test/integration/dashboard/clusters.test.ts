import { startDashboard } from '@kubewright/dashboard'
import type { ManagedClusterEntry, ReplicatedEntry, TunnelEntry } from '@kubewright/dashboard/topics'
import { Namespace } from '@kubewright/kubernetes'
import { AddressClaim, NetworkConfig, NetworkSettings, TunnelEndpoint } from '@kubewright/network'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { peerUp, replicatingManager, runReceiver, startCity, Subnet } from '../replication/cities.ts'
import { look } from './viewer.ts'

const poll = { timeout: 30_000, interval: 50 }

it('dashboard: network peers are shown with address ranges as each side sees them, and measured latency', async () => {
  const resources = [NetworkSettings, NetworkConfig, TunnelEndpoint, AddressClaim]
  await using cluster = await startCluster({ resources })
  const { client } = cluster
  const pair = (pod: string) => ({ pod, external: '10.70.0.0/16' })
  await client.create(NetworkSettings, {
    metadata: { name: 'cluster' },
    spec: { clusterId: 'rome', podCidr: '10.244.0.0/16', externalCidr: '10.70.0.0/16' },
  })
  await client.create(TunnelEndpoint, {
    metadata: { name: 'berlin' },
    spec: { remote: pair('10.1.0.0/16'), local: pair('10.2.0.0/16'), tunnel: { driver: 'wireguard' } },
  })
  await using dashboard = await startDashboard({ client, port: 0, access: 'open' })
  await using viewer = await look(dashboard.url, 'pages', 'peers')
  await expect.poll(() => viewer.keys('pages'), poll).toContain('clusters')
  const tunnel = () =>
    viewer.table('peers').find((one) => (one as TunnelEntry).type === 'tunnel') as TunnelEntry | undefined
  await expect.poll(() => tunnel()?.remote, poll).toEqual(pair('10.1.0.0/16'))
  expect(viewer.table('peers')).toContainEqual(expect.objectContaining({ type: 'home', clusterId: 'rome' }))
  const status = { latencyMilliseconds: 12.5, gateway: 'rome-1' }
  await client.status.patch(TunnelEndpoint, { name: 'berlin' }, { status })
  await expect.poll(() => tunnel()?.latencyMs, poll).toBe(12.5)
  await client.delete(TunnelEndpoint, { name: 'berlin' })
  await expect.poll(() => tunnel(), poll).toBeUndefined()
})

it('dashboard: managed clusters and replicated objects show their state and why they are not synced', {
  timeout: 90_000,
}, async () => {
  const open: AsyncDisposable[] = []
  const use = <One extends AsyncDisposable>(one: One): One => (open.unshift(one), one)
  await using _open = {
    async [Symbol.asyncDispose]() {
      for (const one of open) await one[Symbol.asyncDispose]()
    },
  }
  const [turin, berlin] = [await startCity('turin', use), await startCity('berlin', use)]
  await turin.client.create(Namespace, { metadata: { name: 'peers' } })
  await peerUp(turin, berlin)
  const manager = replicatingManager(turin)
  await use(manager.start()).started
  await use(runReceiver('berlin', berlin.server)).started
  const dashboard = use(await startDashboard({ manager, port: 0, access: 'open' }))
  const viewer = use(await look(dashboard.url, 'pages', 'clusters', 'peers', 'replicated'))
  const managed = () => viewer.table('clusters')[0] as ManagedClusterEntry | undefined
  const original = () => viewer.table('replicated').find((one) => 'direction' in (one as object)) as ReplicatedEntry
  await expect.poll(() => viewer.keys('pages'), poll).toContain('clusters')
  await expect.poll(() => managed()?.phase, poll).toBe('connected')
  expect(managed()).toMatchObject({ name: 'berlin', identity: berlin.identity, latencyMs: expect.any(Number) })
  await expect
    .poll(() => viewer.table('peers'), poll)
    .toMatchObject([{ type: 'secret', peer: 'berlin', identity: berlin.identity, isLeaving: false }])

  const metadata = { name: 'net', namespace: 'default', labels: { 'net.example.dev/to': 'berlin' } }
  await turin.client.create(Subnet, { metadata, spec: { cidr: '10.0.0.0/16' } })
  await expect.poll(() => original()?.state?.reason, poll).toBe('Synced')
  expect(original()).toMatchObject({ direction: 'out', clusters: [berlin.identity], object: { kind: 'Subnet' } })
  expect(viewer.entry('replicated', 'count')).toEqual({ total: 1, counts: [['out', 'Synced', 1]] })

  berlin.relay.cut()
  await turin.client.patch(Subnet, { name: 'net', namespace: 'default' }, { spec: { cidr: '10.1.0.0/16' } })
  await expect.poll(() => original()?.state?.reason, poll).toBe('Unreachable')

  const there = use(await startDashboard({ client: berlin.client, port: 0, access: 'open' }))
  const receiver = use(await look(there.url, 'pages', 'peers', 'replicated'))
  await expect.poll(() => receiver.table('peers'), poll).toMatchObject([{ type: 'tenant', origin: turin.identity }])
  await expect
    .poll(() => receiver.table('replicated'), poll)
    .toContainEqual(expect.objectContaining({ direction: 'in', clusters: [turin.identity] }))
  await expect.poll(() => receiver.keys('pages'), poll).toContain('clusters')
  berlin.relay.heal()
  await expect.poll(() => original()?.state?.reason, poll).toBe('Synced')
})
