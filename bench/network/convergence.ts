/** All peers through the API: simulated on the remote side, real from the objects of this cluster to its kernel. */
import { spawnSync } from 'node:child_process'
import type { Client } from '@kubewright/client'
import { silentLogger, sleep, systemClock } from '@kubewright/core'
import { Namespace, Node } from '@kubewright/kubernetes'
import {
  AddressClaim,
  AddressLedger,
  configName,
  detectHost,
  NetworkConfig,
  networkNamespace,
  NetworkSettings,
  type NodeHost,
  NodeNetwork,
  settingsName,
  TunnelEndpoint,
} from '@kubewright/network'
import { type ProgramRunner, programRunner } from '@kubewright/network/kernel'
import { tenantNamespace } from '@kubewright/replication'
import { startCluster } from '@kubewright/testing'
import { gatewayOperator } from 'network-gateway-operator'
import { external, keyOf, nodeAddress, pods, reserved } from './peers.ts'
import { processorTime, since, total } from './processor-time.ts'

export interface ApiConvergence {
  readonly endpointsMs: number
  readonly routesMs: number
  /** CPU time until then, including the API server. */
  readonly routesWorkMs: number
  /** One peer changes its key: the time until the kernel has it, and the total CPU time. */
  readonly oneMs: number
  readonly oneWorkMs: number
  readonly restartWrites: number
  /** Fractions of one core: this process with the API server and its child processes, and WireGuard in user space. */
  readonly idleShare: number
  readonly idleWireguardShare: number
}

const resources = [AddressClaim, AddressLedger, NetworkConfig, NetworkSettings, NodeNetwork, TunnelEndpoint]

export interface ConvergenceOptions {
  readonly count: number
  /** How long to observe an idle gateway; 0 skips that. */
  readonly idleMs: number
}

export async function convergeThroughApi({ count, idleMs }: ConvergenceOptions): Promise<ApiConvergence> {
  await using api = await startCluster({ resources, time: 'real' })
  const { client } = api
  await prepareCluster(client, count)
  const first = runGateway(client, await detectHost({ runner: programRunner(), clock: systemClock }))
  await until(async () => (await client.get(NetworkSettings, { name: settingsName })).status?.gateway === 'gateway')
  await sleep(systemClock, 3_000) // caches and monitors are ready: peers join a running gateway
  const before = processorTime()
  const started = performance.now()
  for (let start = 0; start < count; start += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, count - start) }, (_, index) => forgePeer(client, start + index)),
    )
  await until(async () => (await client.list(TunnelEndpoint)).items.length === count, 100)
  const endpointsMs = performance.now() - started
  await until(async () => routeCount() === count * 2, 100)
  const routesMs = performance.now() - started
  const routesWorkMs = total(since(before))
  await until(async () => (await client.list(TunnelEndpoint)).items.every(({ status }) => status?.conditions), 1_000)
  await sleep(systemClock, 3_000)
  const one = await changeOne(client, count)
  await sleep(systemClock, 3_000)
  const atRest = await idle(idleMs)
  await first.stop()
  const restartWrites = await restart(client)
  await clear()
  return { endpointsMs, routesMs, routesWorkMs, ...one, restartWrites, ...atRest }
}

/** Averages over several changes, each until the tunnel has the new key and everything is idle. */
async function changeOne(client: Client, count: number): Promise<Pick<ApiConvergence, 'oneMs' | 'oneWorkMs'>> {
  const changes = 8
  const quietMs = 600
  const rest = processorTime()
  await sleep(systemClock, quietMs * changes)
  const restMs = total(since(rest))
  const before = processorTime()
  let oneMs = 0
  for (let change = 0; change < changes; change++) {
    const peer = `peer-${1_000 + (change % count)}`
    const ref = { name: configName(peer, 'home'), namespace: tenantNamespace(peer) }
    const started = performance.now()
    const address = `192.0.2.${100 + change}`
    await client.patch(NetworkConfig, ref, { spec: { tunnel: { address } } })
    await until(async () => (await client.get(TunnelEndpoint, { name: peer })).spec.tunnel.address === address)
    oneMs += performance.now() - started
    await sleep(systemClock, quietMs)
  }
  return { oneMs: oneMs / changes, oneWorkMs: (total(since(before)) - restMs) / changes }
}

/** A new process finds the kernel already configured: counts its writes. */
async function restart(client: Client): Promise<number> {
  const { host, writes } = countingHost(await detectHost({ runner: countingRunner.runner, clock: systemClock }))
  countingRunner.writes = 0
  const second = runGateway(client, host)
  await sleep(systemClock, 5_000)
  await second.stop()
  return countingRunner.writes + writes()
}

const countingRunner = makeCountingRunner()

function makeCountingRunner() {
  const inner = programRunner()
  const counted = { writes: 0, runner: inner }
  const isWrite = (program: string, args: readonly string[]) =>
    ['-batch', '-f', '-w', '-D', 'del', 'add', 'set'].some((word) => args.includes(word)) ||
    program.endsWith('-restore')
  counted.runner = {
    follow: (...args: Parameters<ProgramRunner['follow']>) => inner.follow(...args),
    run: (program, args, input, signal) => {
      if (isWrite(program, args)) counted.writes++
      return inner.run(program, args, input, signal)
    },
  }
  return counted
}

/** WireGuard in user space is configured through a socket, not by running a program. */
function countingHost(host: NodeHost): { readonly host: NodeHost; readonly writes: () => number } {
  let writes = 0
  const { wireguard } = host
  for (const name of ['makeDevice', 'removeDevice', 'changeKey', 'changePeers'] as const) {
    const inner = wireguard[name].bind(wireguard) as (...args: unknown[]) => Promise<void>
    Object.assign(wireguard, {
      [name]: (...args: unknown[]) => {
        writes++
        return inner(...args)
      },
    })
  }
  return { host, writes: () => writes }
}

/** Restores the namespace. */
async function clear(): Promise<void> {
  spawnSync('ip', ['route', 'flush', 'proto', '219'])
  for (const device of ['kw-tun-wg', 'kw-overlay']) spawnSync('ip', ['link', 'del', device])
  spawnSync('ip', ['route', 'flush', 'table', '21900'])
  spawnSync('ip', ['rule', 'del', 'priority', '21900'])
  spawnSync('nft', ['delete', 'table', 'ip', 'kubewright-network'])
  await sleep(systemClock, 500)
}

async function prepareCluster(client: Client, count: number): Promise<void> {
  const tenants = Array.from({ length: count }, (_, number) => tenantNamespace(`peer-${1_000 + number}`))
  for (const name of [networkNamespace, ...tenants]) await client.create(Namespace, { metadata: { name } })
  await client.create(Node, { metadata: { name: 'gateway' }, spec: { podCIDRs: ['10.244.1.0/24'] } })
  const addresses = [{ type: 'InternalIP', address: nodeAddress }]
  await client.status.patch(Node, { name: 'gateway' }, { status: { addresses } })
  const pools = ['10.0.0.0/8', '172.16.0.0/12']
  const spec = { clusterId: 'home', podCidr: pods, externalCidr: external, pools, reserved: reserved.slice(2) }
  await client.create(NetworkSettings, { metadata: { name: settingsName }, spec })
}

/** Both sides of one peering, as replication would create them. */
async function forgePeer(client: Client, number: number): Promise<void> {
  const peer = `peer-${1_000 + number}`
  const tunnel = { driver: 'wireguard' as const, publicKey: keyOf(number), address: '192.0.2.200', port: 51_820 }
  const metadata = { name: configName('home', peer), namespace: networkNamespace }
  await client.create(NetworkConfig, { metadata, spec: { from: 'home', to: peer } })
  const networks = { pod: '10.0.0.0/16', external: '172.31.0.0/24' }
  await client.status.patch(NetworkConfig, metadata, { status: { networks } })
  const received = { from: peer, to: 'home', networks: { pod: pods, external }, tunnel }
  const namespace = tenantNamespace(peer)
  await client.create(NetworkConfig, { metadata: { name: configName(peer, 'home'), namespace }, spec: received })
}

function runGateway(client: Client, host: NodeHost) {
  const stop = new AbortController()
  const ended = gatewayOperator({ client, node: 'gateway', host, log: silentLogger, exchanges: false }).run(stop.signal)
  return {
    stop: async () => {
      stop.abort()
      await ended
    },
  }
}

function routeCount(): number {
  const { stdout } = spawnSync('ip', ['route', 'show', 'proto', '219'], { encoding: 'utf8' })
  return stdout === '' ? 0 : stdout.trim().split('\n').length
}

async function idle(forMs: number): Promise<Pick<ApiConvergence, 'idleShare' | 'idleWireguardShare'>> {
  if (forMs === 0) return { idleShare: Number.NaN, idleWireguardShare: Number.NaN }
  const before = processorTime()
  await sleep(systemClock, forMs)
  const { own, programs, wireguard } = since(before)
  return { idleShare: (own + programs) / forMs, idleWireguardShare: wireguard / forMs }
}

/** Polling costs CPU time too, so it is infrequent under load. */
async function until(isTrue: () => Promise<boolean>, everyMs = 20): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('it took longer than two minutes')
    await sleep(systemClock, everyMs)
  }
}
