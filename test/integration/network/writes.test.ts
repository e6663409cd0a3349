/** The number of writes a gateway needs to connect many peers. */
import { Namespace, Node } from '@kubewright/kubernetes'
import {
  AddressClaim,
  addressController,
  AddressLedger,
  announceGateway,
  configName,
  gatewayController,
  NetworkConfig,
  networkNamespace,
  NetworkSettings,
  peeringController,
  settingsName,
  TunnelEndpoint,
} from '@kubewright/network'
import { tenantNamespace } from '@kubewright/replication'
import { type Cluster, startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'

const resources = [AddressClaim, AddressLedger, NetworkConfig, NetworkSettings, TunnelEndpoint]
const networks = { pod: '10.244.0.0/16', external: '10.70.0.0/16' }
const peers = Array.from({ length: 20 }, (_, number) => `peer-${10 + number}`)

async function start(): Promise<Cluster> {
  const cluster = await startCluster({ resources })
  const { client } = cluster
  for (const name of [networkNamespace, ...peers.map(tenantNamespace)])
    await client.create(Namespace, { metadata: { name } })
  await client.create(Node, { metadata: { name: 'gateway' } })
  const addresses = [{ type: 'InternalIP', address: '192.0.2.11' }]
  await client.status.patch(Node, { name: 'gateway' }, { status: { addresses } })
  const spec = { clusterId: 'rome', podCidr: networks.pod, externalCidr: networks.external }
  await client.create(NetworkSettings, { metadata: { name: settingsName }, spec })
  return cluster
}

/** Both NetworkConfigs of a peering, as replication brings them. */
async function peerWith({ client }: Cluster, peer: string): Promise<void> {
  const sent = { name: configName('rome', peer), namespace: networkNamespace }
  await client.create(NetworkConfig, { metadata: sent, spec: { from: 'rome', to: peer } })
  await client.status.patch(NetworkConfig, sent, {
    status: { networks: { pod: '10.9.0.0/16', external: '10.8.0.0/16' } },
  })
  const tunnel = {
    driver: 'wireguard' as const,
    publicKey: Buffer.alloc(32, 7).toString('base64'),
    address: '192.0.2.9',
  }
  const metadata = { name: configName(peer, 'rome'), namespace: tenantNamespace(peer) }
  await client.create(NetworkConfig, { metadata, spec: { from: peer, to: 'rome', networks, tunnel } })
}

const controllers = () => [
  gatewayController({ node: 'gateway' }),
  peeringController({ announce: announceGateway }),
  addressController(),
]

it('network peering takes five writes per peer, and at most five for the ledger of all', async () => {
  await using cluster = await start()
  await using running = await cluster.run(...controllers())
  await cluster.settle()
  const before = running.writes.sent
  for (const peer of peers) await peerWith(cluster, peer)
  await cluster.settle()
  expect((await cluster.client.list(TunnelEndpoint)).items).toHaveLength(peers.length)
  const perPeer = 5 // our NetworkConfig, the claim and its status, the answer, the endpoint
  const forTheLedger = running.writes.sent - before - peers.length * perPeer
  expect(forTheLedger).toBeGreaterThan(0)
  expect(forTheLedger).toBeLessThanOrEqual(5)
})

it('network controllers write nothing after a restart with all peers connected', async () => {
  await using cluster = await start()
  {
    await using _ = await cluster.run(...controllers())
    for (const peer of peers) await peerWith(cluster, peer)
    await cluster.settle()
  }
  await using running = await cluster.run(...controllers())
  await cluster.settle()
  expect(running.writes.sent).toBe(0)
})
