/** Settings of another name than `cluster`: they are reported, and nothing is done with them. */
import { Namespace, Node } from '@kubewright/kubernetes'
import {
  detectHost,
  gatewayController,
  NetworkConfig,
  NetworkSettings,
  networkNamespace,
  nodeAgent,
  NodeNetwork,
  type ProgramRunner,
  settingsName,
  TunnelEndpoint,
  type WireguardBackend,
} from '@kubewright/network'
import { type Cluster, startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'

const resources = [NetworkConfig, NetworkSettings, NodeNetwork, TunnelEndpoint]
const spec = { clusterId: 'rome', podCidr: '10.244.0.0/16', externalCidr: '10.70.0.0/16' }
const other = 'a-copy' // the first by name

/** A kernel without any of our state. */
const runner: ProgramRunner = {
  run: async () => ({ code: 0, stdout: '', stderr: '' }),
  follow: (_program, _args, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
}
const nothing = async () => undefined
const wireguard: WireguardBackend = {
  readDevice: nothing,
  makeDevice: nothing,
  removeDevice: nothing,
  changeKey: nothing,
  changePeers: nothing,
}

async function start(): Promise<Cluster> {
  const cluster = await startCluster({ resources })
  const { client } = cluster
  await client.create(Namespace, { metadata: { name: networkNamespace } })
  for (const [index, name] of ['gateway', 'worker'].entries()) {
    await client.create(Node, { metadata: { name } })
    const addresses = [{ type: 'InternalIP', address: `192.0.2.${11 + index}` }]
    await client.status.patch(Node, { name }, { status: { addresses } })
  }
  for (const name of [other, settingsName]) await client.create(NetworkSettings, { metadata: { name }, spec })
  return cluster
}

it('settings of another name do not disconnect a node', async () => {
  await using cluster = await start()
  await cluster.client.status.patch(NetworkSettings, { name: settingsName }, { status: { gateway: 'gateway' } })
  await cluster.client.create(TunnelEndpoint, {
    metadata: { name: 'berlin' },
    spec: {
      remote: { pod: '10.9.0.0/16', external: '10.8.0.0/16' },
      local: { pod: '10.5.0.0/16', external: '10.4.0.0/16' },
      tunnel: { driver: 'wireguard', publicKey: Buffer.alloc(32, 7).toString('base64'), address: '198.51.100.2' },
    },
  })
  const host = await detectHost({ runner, clock: cluster.clock, firewall: 'iptables', wireguard: () => wireguard })
  const agent = nodeAgent({ node: 'worker', ...host })
  await using _ = await cluster.run(agent.controller)
  await cluster.settle()
  expect((await cluster.client.get(NodeNetwork, { name: 'worker' })).status).toMatchObject({ role: 'worker', peers: 1 })
  await cluster.client.delete(NetworkSettings, { name: settingsName })
  await cluster.settle()
  expect((await cluster.client.get(NodeNetwork, { name: 'worker' })).status).toMatchObject({ role: 'idle', peers: 0 })
})

it('settings of another name say that they are ignored', async () => {
  await using cluster = await start()
  await using _ = await cluster.run(gatewayController({ node: 'gateway' }))
  await cluster.settle()
  const readyOf = async (name: string) => (await cluster.client.get(NetworkSettings, { name })).status?.conditions?.[0]
  expect(await readyOf(settingsName)).toMatchObject({ type: 'Ready', status: 'True' })
  expect(await readyOf(other)).toMatchObject({
    type: 'Ready',
    status: 'False',
    reason: 'Ignored',
    message: 'only the NetworkSettings named cluster are used. Move these values there, and delete this object',
  })
})
