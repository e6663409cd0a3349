/** The probes and metrics of a gateway, which runs two managers in one process. */
import { silentLogger } from '@kubewright/core'
import { Namespace } from '@kubewright/kubernetes'
import {
  AddressClaim,
  AddressLedger,
  detectHost,
  NetworkConfig,
  networkNamespace,
  NetworkSettings,
  NodeNetwork,
  TunnelEndpoint,
} from '@kubewright/network'
import type { ProgramRunner } from '@kubewright/network/kernel'
import { startCluster } from '@kubewright/testing'
import { gatewayOperator } from 'network-gateway-operator'
import { expect, it } from 'vitest'

const resources = [AddressClaim, AddressLedger, NetworkConfig, NetworkSettings, NodeNetwork, TunnelEndpoint]
const runner: ProgramRunner = {
  run: async () => ({ code: 0, stdout: '', stderr: '' }),
  follow: (_program, _args, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
}

it('network gateway: probes and metrics cover the node agent and the leader', async () => {
  await using cluster = await startCluster({ resources, time: 'real' })
  const { client } = cluster
  await client.create(Namespace, { metadata: { name: networkNamespace } })
  const host = await detectHost({ runner, clock: cluster.clock, firewall: 'iptables' })
  const ports = { health: 0, metrics: 0, leaderMetrics: 0 }
  const operator = gatewayOperator({ client, node: 'gateway', host, ports, log: silentLogger, exchanges: false })
  const { live, ready } = operator.agent.checks
  expect((await ready.run()).filter(({ isWell }) => !isWell).map(({ name }) => name)).toContain('leader/manager')
  const stop = new AbortController()
  const ended = operator.run(stop.signal)
  try {
    await expect.poll(() => operator.leader.state.phase, { timeout: 10_000 }).toBe('acting')
    await expect.poll(async () => (await ready.run()).filter(({ isWell }) => !isWell), { timeout: 10_000 }).toEqual([])
    expect(ready.names).toContain('leader/controller:network-peers')
    expect((await live.run()).every(({ isWell }) => isWell)).toBe(true)
    const page = await fetch(`${operator.leader.endpoints.metrics}/metrics`)
    expect(await page.text()).toContain('network-peers')
    const health = await fetch(`${operator.agent.endpoints.health}/readyz?verbose`)
    expect([health.status, (await health.text()).includes('leader/controller:network-peers')]).toEqual([200, true])
  } finally {
    stop.abort()
    await ended
  }
})
