/** Clusters that replicate to each other, with one disconnected; and their translated addresses. */
import assert from 'node:assert/strict'
import { type Client, established } from '@kubewright/client'
import { systemClock } from '@kubewright/core'
import { formatTime } from '@kubewright/core/time'
import { startDashboard } from '@kubewright/dashboard'
import { CustomResourceDefinition, Namespace } from '@kubewright/kubernetes'
import { AddressClaim, NetworkConfig, NetworkSettings, TunnelEndpoint } from '@kubewright/network'
import { peerUp, replicatingManager, runReceiver, startCity, Subnet } from '../integration/replication/cities.ts'
import { assertAccessible, assertFits, openPage, type Story } from './stories.ts'

export const clustersStory: Story = {
  name: 'clusters: peers, latency, addresses, and what keeps a replicated object',
  async tell({ browser, picture }) {
    const open: AsyncDisposable[] = []
    const use = <One extends AsyncDisposable>(one: One): One => (open.unshift(one), one)
    await using _open = {
      async [Symbol.asyncDispose]() {
        for (const one of open) await one[Symbol.asyncDispose]()
      },
    }
    const [turin, berlin, oslo] = [
      await startCity('turin', use),
      await startCity('berlin', use),
      await startCity('oslo', use),
    ]
    await turin.client.create(Namespace, { metadata: { name: 'peers' } })
    for (const peer of [berlin, oslo]) await peerUp(turin, peer)
    const manager = replicatingManager(turin)
    await use(manager.start()).started
    for (const { name, server } of [berlin, oslo]) await use(runReceiver(name, server)).started
    await addNetwork(turin.client)
    for (const [name, to] of [
      ['net-berlin', 'berlin'],
      ['net-oslo', 'oslo'],
      ['net-nowhere', 'atlantis'],
    ]) {
      const metadata = { name: name!, namespace: 'default', labels: { 'net.example.dev/to': to! } }
      await turin.client.create(Subnet, { metadata, spec: { cidr: '10.0.0.0/16' } })
    }
    const dashboard = use(await startDashboard({ manager, port: 0, access: 'open', name: 'turin' }))
    await using opened = await openPage(browser, dashboard.url)
    const { page, complaints } = opened
    await page.getByRole('link', { name: 'Clusters' }).click()
    await page.getByRole('row', { name: /^berlin connected/ }).waitFor()
    await page.getByRole('row', { name: /^madrid NoHandshake/ }).waitFor()
    await page.getByRole('row', { name: 'pods of turin 10.244.0.0/16 berlin 10.41.0.0/16 yes' }).waitFor()
    await page.getByRole('row', { name: 'pods of berlin 10.244.0.0/16 turin 10.40.0.0/16 yes' }).waitFor()
    await page.getByText('1 PeerUnknown').waitFor()
    await page.getByText('2 Synced').waitFor({ timeout: 40_000 })
    await page.getByRole('img', { name: 'berlin, tunnel: 8 ms now, between 8 ms and 8 ms' }).waitFor()
    await assertAccessible(page, 'Clusters')

    oslo.relay.cut()
    await turin.client.patch(Subnet, { name: 'net-oslo', namespace: 'default' }, { spec: { cidr: '10.9.0.0/16' } })
    await page.getByText('1 Unreachable').waitFor({ timeout: 40_000 })
    await page.getByRole('link', { name: 'berlin: connected' }).waitFor()
    await picture(page, 'clusters')
    await page.getByRole('heading', { name: 'Replicated objects' }).scrollIntoViewIfNeeded()
    await picture(page, 'clusters-replicated')
    await page.getByLabel(/^Search/).fill('oslo')
    await page.getByRole('link', { name: 'default/net-oslo' }).click()
    await page.getByRole('heading', { name: 'default/net-oslo' }).waitFor()
    oslo.relay.heal()
    assert.deepEqual(complaints, [])

    await using phone = await openPage(browser, `${dashboard.url}#/clusters`, {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    })
    await phone.page.getByRole('row', { name: /^berlin connected/ }).waitFor()
    await phone.page.getByText('2 Synced').waitFor({ timeout: 40_000 })
    await assertFits(phone.page, 'Clusters')
    await assertAccessible(phone.page, 'Clusters, dark, on a phone')
    await picture(phone.page, 'phone-clusters')
    assert.deepEqual(phone.complaints, [])
  },
}

/** The objects that turin's gateway writes: real tunnels need several machines (`npm run test:network`). */
async function addNetwork(client: Client): Promise<void> {
  for (const kind of [NetworkSettings, NetworkConfig, TunnelEndpoint, AddressClaim]) {
    await client.create(CustomResourceDefinition, kind.crd() as never)
    await client.waitFor(CustomResourceDefinition, { name: `${kind.plural}.${kind.group}` }, established)
  }
  const pair = (pod: string, external: string) => ({ pod, external })
  await client.create(NetworkSettings, {
    metadata: { name: 'cluster' },
    spec: { clusterId: 'turin', podCidr: '10.244.0.0/16', externalCidr: '10.70.0.0/16' },
  })
  await client.status.patch(NetworkSettings, { name: 'cluster' }, { status: { gateway: 'turin-1' } })
  const peers = [
    ['berlin', 'True', 'Answered', 8.4],
    ['madrid', 'False', 'NoHandshake', undefined],
  ] as const
  for (const [name, status, reason, latencyMilliseconds] of peers) {
    const local = pair('10.41.0.0/16', '10.71.0.0/16')
    const remote = pair('10.40.0.0/16', '10.72.0.0/16')
    const tunnel = { driver: 'wireguard' as const, address: '192.0.2.7', port: 51_820 }
    await client.create(TunnelEndpoint, { metadata: { name }, spec: { local, remote, tunnel } })
    const message = status === 'True' ? '' : 'WireGuard has had no handshake with the peer for 180 s'
    const conditions = [
      { type: 'Connected', status, reason, message, lastTransitionTime: formatTime(systemClock.now()) },
    ]
    const measured = latencyMilliseconds === undefined ? {} : { latencyMilliseconds }
    await client.status.patch(TunnelEndpoint, { name }, {
      status: { gateway: 'turin-1', device: 'main', ...measured, conditions },
    } as never)
    const wanted = pair('10.244.0.0/16', '10.70.0.0/16')
    await client.create(AddressClaim, { metadata: { name }, spec: { wanted } })
    await client.status.patch(AddressClaim, { name }, { status: { given: remote } } as never)
  }
}
