/** Settings of another name than `cluster`: they are reported, and ignored. */
import { sleep } from '@kubewright/core'
import { Namespace, Node } from '@kubewright/kubernetes'
import {
  detectHost,
  gatewayController,
  NetworkConfig,
  NetworkSettings,
  networkNamespace,
  nodeAgent,
  NodeNetwork,
  rotateAnnotation,
  settingsName,
  TunnelEndpoint,
} from '@kubewright/network'
import type { Convergence, ProgramRunner } from '@kubewright/network/kernel'
import { difference, type NodePlan } from '@kubewright/network/plan'
import type { WireguardBackend } from '@kubewright/network/tunnel'
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

/** A node whose kernel holds every plan, or fails. */
async function startHost({ clock }: Cluster, failure: { message?: string } = {}, keepsConnections = false) {
  const host = await detectHost({ runner, clock, firewall: 'iptables', wireguard: () => wireguard })
  const converge = async (plan: NodePlan): Promise<Convergence> => {
    if (failure.message !== undefined) throw new Error(failure.message)
    const state = { ...plan, sessions: new Map<string, number>() }
    return { change: difference(plan, plan), firewall: '', writes: 0, state, keepsConnections }
  }
  return { ...host, kernel: { converge, memory: host.kernel.memory } }
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

it('NetworkSettings with another name than cluster do not disconnect a node', async () => {
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
  const agent = nodeAgent({ node: 'worker', ...(await startHost(cluster)) })
  await using _ = await cluster.run(agent.controller)
  await cluster.settle()
  expect((await cluster.client.get(NodeNetwork, { name: 'worker' })).status).toMatchObject({ role: 'worker', peers: 1 })
  await cluster.client.delete(NetworkSettings, { name: settingsName })
  await cluster.settle()
  expect((await cluster.client.get(NodeNetwork, { name: 'worker' })).status).toMatchObject({ role: 'idle', peers: 0 })
})

it('NetworkSettings with another name than cluster are reported as ignored', async () => {
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

it('node agent reports a failing kernel change in the Applied condition, and recovers', async () => {
  await using cluster = await start()
  const failure: { message?: string } = { message: 'ip ended with 2: RTNETLINK answers: Operation not permitted' }
  const agent = nodeAgent({ node: 'worker', ...(await startHost(cluster, failure)) })
  await using _ = await cluster.run(agent.controller)
  await cluster.advance('5s')
  const appliedOf = async () =>
    (await cluster.client.get(NodeNetwork, { name: 'worker' })).status?.conditions?.find(
      ({ type }) => type === 'Applied',
    )
  expect(await appliedOf()).toMatchObject({ status: 'False', reason: 'Failed', message: failure.message })
  delete failure.message
  await cluster.advance('10m')
  expect(await appliedOf()).toMatchObject({ status: 'True' })
})

it('node agent keeps the ConnectionsDropped condition while later changes fail', async () => {
  await using cluster = await start()
  const failure: { message?: string } = {}
  const agent = nodeAgent({ node: 'worker', ...(await startHost(cluster, failure, true)) })
  await using _ = await cluster.run(agent.controller)
  await cluster.settle()
  const conditions = async () => (await cluster.client.get(NodeNetwork, { name: 'worker' })).status?.conditions
  const kept = expect.objectContaining({ type: 'ConnectionsDropped', status: 'False', reason: 'ProgramMissing' })
  expect(await conditions()).toContainEqual(kept)
  failure.message = 'ip ended with 2'
  await cluster.advance('6m')
  expect(await conditions()).toContainEqual(expect.objectContaining({ type: 'Applied', status: 'False' }))
  expect(await conditions()).toContainEqual(kept)
})

it('gateway probes every peer once a minute although none answers', async () => {
  await using cluster = await start()
  const { client, clock } = cluster
  const probes: { spec: unknown } = { spec: { probes: { intervalSeconds: 1 } } }
  await client.patch(NetworkSettings, { name: settingsName }, probes as never)
  await client.status.patch(NetworkSettings, { name: settingsName }, { status: { gateway: 'gateway', publicKey: 'x' } })
  for (let number = 0; number < 64; number++)
    await client.create(TunnelEndpoint, {
      metadata: { name: `peer-${number}` },
      spec: {
        remote: { pod: `10.${100 + number}.0.0/16`, external: `172.16.${number}.0/24` },
        local: { pod: '10.5.0.0/16', external: '10.4.0.0/16' },
        tunnel: { driver: 'gre', address: `198.51.100.${number}` },
      },
    })
  const probedMs = new Map<string, number>()
  let longestMs = 0
  const unanswered: ProgramRunner['run'] = async (program, args, _input, signal) => {
    if (program !== 'ping') return { code: 0, stdout: '', stderr: '' }
    const address = args.at(-1)!
    longestMs = Math.max(longestMs, clock.elapsed() - (probedMs.get(address) ?? clock.elapsed()))
    probedMs.set(address, clock.elapsed())
    await sleep(clock, 6_000, signal).catch(nothing)
    return { code: 1, stdout: '100% packet loss', stderr: '' }
  }
  const host = await startHost(cluster)
  const agent = nodeAgent({ node: 'gateway', ...host, runner: { ...runner, run: unanswered } })
  await using _ = await cluster.run(agent.controller)
  await cluster.advance('5m')
  expect(probedMs.size).toBe(64)
  expect(longestMs).toBeLessThanOrEqual(70_000) // a minute and a round
})

it('WireGuard key rotation completes although a peer never confirms the new key', async () => {
  await using cluster = await start()
  const { client } = cluster
  await client.create(TunnelEndpoint, {
    metadata: { name: 'berlin' },
    spec: {
      remote: { pod: '10.9.0.0/16', external: '10.8.0.0/16' },
      local: { pod: '10.5.0.0/16', external: '10.4.0.0/16' },
      tunnel: { driver: 'wireguard', publicKey: Buffer.alloc(32, 7).toString('base64'), address: '198.51.100.2' },
    },
  })
  const connected = {
    type: 'Connected',
    status: 'True',
    reason: 'Answered',
    lastTransitionTime: '2026-01-01T00:00:00Z',
  }
  await client.status.patch(TunnelEndpoint, { name: 'berlin' }, {
    status: { device: 'main', conditions: [{ ...connected, message: '' }] },
  } as never)
  await using _ = await cluster.run(gatewayController({ node: 'gateway' }))
  await cluster.settle()
  const statusOf = async () => (await client.get(NetworkSettings, { name: settingsName })).status
  const confirmed = async () => (await statusOf())?.conditions?.find(({ type }) => type === 'KeyConfirmed')
  expect(await confirmed()).toMatchObject({ status: 'True' })
  const before = (await statusOf())?.publicKey
  const annotations = { [rotateAnnotation]: 'first' }
  await client.patch(NetworkSettings, { name: settingsName }, { metadata: { annotations } })
  await cluster.advance('9m')
  expect(await statusOf()).toMatchObject({ rotation: 'Detour', publicKey: before })
  expect(await confirmed()).toMatchObject({ reason: 'Rotating', message: 'waiting for berlin' })
  await cluster.advance('2m')
  expect(await statusOf()).toMatchObject({ rotation: 'Return' })
  expect((await statusOf())?.publicKey).not.toBe(before)
  await cluster.advance('11m')
  expect(await statusOf()).toMatchObject({ rotation: 'None' })
  expect(await confirmed()).toMatchObject({ status: 'False', reason: 'Unconfirmed' })
  expect((await confirmed())?.message).toContain('berlin')
  await client.delete(TunnelEndpoint, { name: 'berlin' })
  await cluster.settle()
  expect(await confirmed()).toMatchObject({ status: 'True' })
})
