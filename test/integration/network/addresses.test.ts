/** The address ledger on the API server: restarts, concurrent writers and faults. */
import { Namespace, Node } from '@kubewright/kubernetes'
import {
  AddressClaim,
  addressController,
  AddressLedger,
  configName,
  gatewayController,
  ledgerName,
  NetworkConfig,
  networkNamespace,
  NetworkSettings,
  peeringController,
  settingsName,
  TunnelEndpoint,
} from '@kubewright/network'
import { tenantNamespace } from '@kubewright/replication'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const resources = [AddressClaim, AddressLedger, NetworkConfig, NetworkSettings, TunnelEndpoint]
const networks = { pod: '10.244.0.0/16', external: '10.70.0.0/16' }
const tunnel = {
  driver: 'wireguard' as const,
  publicKey: Buffer.alloc(32, 7).toString('base64'),
  address: '192.0.2.9',
  port: 51_820,
}

async function start(): Promise<Cluster> {
  const cluster = await startCluster({ resources })
  for (const name of [networkNamespace, tenantNamespace('berlin'), tenantNamespace('turin')])
    await cluster.client.create(Namespace, { metadata: { name } })
  const spec = { clusterId: 'rome', podCidr: networks.pod, externalCidr: networks.external }
  await cluster.client.create(NetworkSettings, { metadata: { name: settingsName }, spec })
  return cluster
}

/** From this cluster, and from a peer: in the namespace that only the peer can write to. */
const sentTo = (peer: string) => ({ name: configName('rome', peer), namespace: networkNamespace })
const receivedFrom = (peer: string) => ({
  name: `${networkNamespace}.${configName(peer, 'rome')}`,
  namespace: tenantNamespace(peer),
})

const claimFor = (cluster: Cluster, name: string, wanted = networks) =>
  cluster.client.create(AddressClaim, { metadata: { name }, spec: { wanted } })

const givenTo = async (cluster: Cluster, name: string) =>
  (await cluster.client.get(AddressClaim, { name })).status?.given?.pod

const controllers = () => [addressController(), peeringController({ announce: () => tunnel })]

describe('address ranges of network peers', () => {
  it('are kept across a restart, and the next peer gets the lowest free one', async () => {
    await using cluster = await start()
    {
      await using _ = await cluster.run(addressController())
      for (const name of ['berlin', 'turin', 'wien']) await claimFor(cluster, name)
      await cluster.settle()
    }
    const before = await Promise.all(['berlin', 'turin', 'wien'].map((name) => givenTo(cluster, name)))
    expect(new Set(before).size).toBe(3)
    await cluster.client.delete(AddressClaim, { name: 'turin' })
    await using running = await cluster.run(addressController())
    await claimFor(cluster, 'aachen')
    await cluster.settle()
    expect(await givenTo(cluster, 'berlin')).toBe(before[0])
    expect(await givenTo(cluster, 'wien')).toBe(before[2])
    expect(await givenTo(cluster, 'aachen')).toBe(before[1])
    expect(running).toBeDefined()
  })

  it('are assigned uniquely although two controllers assign concurrently', async () => {
    await using cluster = await start()
    await using _ = await cluster.run(addressController())
    await using _other = await cluster.run({ ...addressController(), name: 'network-addresses-2' })
    const names = Array.from({ length: 12 }, (_unused, index) => `peer-${index}`)
    await Promise.all(names.map((name) => claimFor(cluster, name)))
    await cluster.settle()
    const { spec } = await cluster.client.get(AddressLedger, { name: ledgerName })
    expect(new Set(spec.assigned.map(({ given }) => given)).size).toBe(24)
    expect(new Set(await Promise.all(names.map((name) => givenTo(cluster, name)))).size).toBe(12)
  })

  it('never contain a node address, even if its network is not reserved', async () => {
    await using cluster = await start()
    await cluster.client.create(Node, { metadata: { name: 'worker' } })
    const addresses = [
      { type: 'Hostname', address: 'worker' },
      { type: 'InternalIP', address: '10.0.7.9' },
    ]
    await cluster.client.status.patch(Node, { name: 'worker' }, { status: { addresses } })
    await using _ = await cluster.run(addressController())
    await claimFor(cluster, 'berlin')
    await cluster.settle()
    const { spec } = await cluster.client.get(AddressLedger, { name: ledgerName })
    expect(spec.assigned.map(({ given }) => given)).toEqual(['10.1.0.0/16', '10.2.0.0/16'])
    await cluster.client.create(Node, { metadata: { name: 'late' } })
    const taken = [{ type: 'InternalIP', address: '10.1.0.3' }]
    await cluster.client.status.patch(Node, { name: 'late' }, { status: { addresses: taken } })
    await cluster.settle()
    const { status } = await cluster.client.get(AddressClaim, { name: 'berlin' })
    expect(status?.conditions?.[0]).toMatchObject({ status: 'False', reason: 'Conflict' })
    expect(status?.conditions?.[0]?.message).toContain('node late')
  })

  it('are assigned although ledger writes fail or conflict', async () => {
    await using cluster = await start()
    cluster.faults.failNext('update', AddressLedger, 500)
    cluster.faults.failNext('update', AddressLedger, 409)
    await using _ = await cluster.run(addressController())
    await claimFor(cluster, 'berlin')
    await cluster.settle()
    expect(await givenTo(cluster, 'berlin')).toBe('10.1.0.0/16')
  })

  it('are refused for IPv6 with a message', async () => {
    await using cluster = await start()
    await using _ = await cluster.run(...controllers())
    const spec = { from: 'berlin', to: 'rome', networks: { ...networks, pod: 'fd00::/48' }, tunnel }
    await cluster.client.create(NetworkConfig, { metadata: receivedFrom('berlin'), spec })
    await cluster.settle()
    const { status } = await cluster.client.get(NetworkConfig, receivedFrom('berlin'))
    expect(status?.conditions?.[0]).toMatchObject({ type: 'Accepted', status: 'False', reason: 'Invalid' })
    expect(status?.conditions?.[0]?.message).toContain('IPv6 is not supported')
  })
})

describe('NetworkSettings', () => {
  it.each([
    { field: 'podCidr', value: 'fd00::/48', says: 'IPv6 is not supported' },
    { field: 'externalCidr', value: '10.70.0.5/16', says: '10.70.0.0/16' },
  ])('are refused with a message if $field is invalid', async ({ field, value, says }) => {
    await using cluster = await start()
    await cluster.client.create(Node, { metadata: { name: 'gateway' } })
    await cluster.client.patch(NetworkSettings, { name: settingsName }, { spec: { [field]: value } })
    await using _ = await cluster.run(gatewayController({ node: 'gateway' }))
    await cluster.settle()
    const { status } = await cluster.client.get(NetworkSettings, { name: settingsName })
    expect(status?.conditions?.[0]).toMatchObject({ type: 'Ready', status: 'False', reason: 'Invalid' })
    expect(status?.conditions?.[0]?.message).toContain(says)
  })
})

describe('network peering', () => {
  it('connects when both sides have answered, and releases its addresses when both are gone', async () => {
    await using cluster = await start()
    await using _ = await cluster.run(...controllers())
    const [sent, received] = [sentTo('berlin'), receivedFrom('berlin')]
    await cluster.client.create(NetworkConfig, { metadata: sent, spec: { from: 'rome', to: 'berlin' } })
    await cluster.client.create(NetworkConfig, {
      metadata: received,
      spec: { from: 'berlin', to: 'rome', networks, tunnel },
    })
    await cluster.settle()
    expect((await cluster.client.get(NetworkConfig, sent)).spec).toMatchObject({ networks, tunnel })
    expect((await cluster.client.get(NetworkConfig, received)).status?.networks?.pod).toBe('10.1.0.0/16')
    await cluster.assertGone(TunnelEndpoint, { name: 'berlin' })

    const answer = { pod: '10.9.0.0/16', external: '10.8.0.0/16' }
    await cluster.client.status.patch(NetworkConfig, sent, { status: { networks: answer } })
    await cluster.assertObject(TunnelEndpoint, { name: 'berlin' }, { spec: { local: answer } })

    await cluster.client.delete(NetworkConfig, sent)
    await cluster.assertGone(TunnelEndpoint, { name: 'berlin' })
    await cluster.assertObject(AddressClaim, { name: 'berlin' }, {})
    await cluster.client.delete(NetworkConfig, received)
    await cluster.assertGone(AddressClaim, { name: 'berlin' })
    expect((await cluster.client.get(AddressLedger, { name: ledgerName })).spec.assigned).toEqual([])
  })

  it('refuses a NetworkConfig in the tenant namespace of another cluster', async () => {
    await using cluster = await start()
    await using _ = await cluster.run(...controllers())
    const forged = { ...receivedFrom('berlin'), name: 'kubewright-network.turin.rome' }
    const spec = { from: 'turin', to: 'rome', networks, tunnel }
    await cluster.client.create(NetworkConfig, { metadata: forged, spec })
    await cluster.settle()
    const { status } = await cluster.client.get(NetworkConfig, forged)
    expect(status?.conditions?.[0]).toMatchObject({ type: 'Accepted', status: 'False', reason: 'Invalid' })
    expect((await cluster.client.list(AddressClaim)).items).toEqual([])
  })
})

describe('network peers with the same cluster id', () => {
  const announced = (from: string, identity: string) => ({ from, to: 'rome', identity, networks, tunnel })
  const acceptedOf = async (cluster: Cluster, peer: string) =>
    (await cluster.client.get(NetworkConfig, receivedFrom(peer))).status?.conditions?.[0]

  it('the second is refused as DuplicateId, and the first stays connected', async () => {
    await using cluster = await start()
    await using _ = await cluster.run(...controllers())
    await cluster.client.create(NetworkConfig, { metadata: sentTo('berlin'), spec: { from: 'rome', to: 'berlin' } })
    await cluster.client.status.patch(NetworkConfig, sentTo('berlin'), { status: { networks } })
    await cluster.client.create(NetworkConfig, { metadata: receivedFrom('berlin'), spec: announced('berlin', 'one') })
    await cluster.settle()
    const before = await cluster.client.get(TunnelEndpoint, { name: 'berlin' })
    const publicKey = Buffer.alloc(32, 8).toString('base64')
    const other = { ...announced('berlin', 'two'), tunnel: { ...tunnel, publicKey } }
    await cluster.client.patch(NetworkConfig, receivedFrom('berlin'), { spec: other })
    await cluster.settle()
    expect(await acceptedOf(cluster, 'berlin')).toMatchObject({ status: 'False', reason: 'DuplicateId' })
    expect((await cluster.client.get(TunnelEndpoint, { name: 'berlin' })).spec).toEqual(before.spec)
    await cluster.client.patch(NetworkConfig, receivedFrom('berlin'), { spec: announced('berlin', 'one') })
    await cluster.settle()
    expect(await acceptedOf(cluster, 'berlin')).toMatchObject({ status: 'True' })
  })

  it('a peer with the id of this cluster is refused as DuplicateId', async () => {
    await using cluster = await start()
    await cluster.client.create(Namespace, { metadata: { name: tenantNamespace('rome') } })
    await using _ = await cluster.run(...controllers())
    await cluster.client.create(NetworkConfig, { metadata: receivedFrom('rome'), spec: announced('rome', 'two') })
    await cluster.settle()
    expect(await acceptedOf(cluster, 'rome')).toMatchObject({ status: 'False', reason: 'DuplicateId' })
    expect((await cluster.client.list(TunnelEndpoint)).items).toEqual([])
  })

  it('are distinguished by the UID of namespace kube-system, which each announces', async () => {
    await using cluster = await start()
    await using _ = await cluster.run(...controllers())
    await cluster.client.create(NetworkConfig, { metadata: sentTo('berlin'), spec: { from: 'rome', to: 'berlin' } })
    await cluster.settle()
    const { metadata } = await cluster.client.get(Namespace, { name: 'kube-system' })
    const { spec } = await cluster.client.get(NetworkConfig, sentTo('berlin'))
    expect(spec.identity).toBe(metadata.uid)
  })
})

describe('a network peer whose assigned range is reserved later', () => {
  it('is disconnected, and gets a Conflict condition', async () => {
    await using cluster = await start()
    await using _ = await cluster.run(...controllers())
    await cluster.client.create(NetworkConfig, { metadata: sentTo('berlin'), spec: { from: 'rome', to: 'berlin' } })
    await cluster.client.status.patch(NetworkConfig, sentTo('berlin'), { status: { networks } })
    const spec = { from: 'berlin', to: 'rome', networks, tunnel }
    await cluster.client.create(NetworkConfig, { metadata: receivedFrom('berlin'), spec })
    await cluster.settle()
    const { spec: agreed } = await cluster.client.get(TunnelEndpoint, { name: 'berlin' })
    const reserved = [{ cidr: agreed.remote.pod, usedBy: 'another site' }]
    await cluster.client.patch(NetworkSettings, { name: settingsName }, { spec: { reserved } })
    await cluster.settle()
    expect((await cluster.client.list(TunnelEndpoint)).items).toEqual([])
    const { status } = await cluster.client.get(NetworkConfig, receivedFrom('berlin'))
    expect(status?.conditions?.[0]).toMatchObject({ type: 'Accepted', status: 'False', reason: 'Conflict' })
    expect(status?.conditions?.[0]?.message).toContain('another site')
  })
})
