/** Clusters of namespaces on one switch, each node with a real network stack, and WireGuard in user space between gateways. */
import { systemClock } from '@kubewright/core'
import { detectHost, type NodeHost } from '@kubewright/network'
import { formatIpv4, parseCidr, parseIpv4 } from '@kubewright/network/address'
import type { FirewallChoice, ProgramRunner } from '@kubewright/network/kernel'
import type { ClusterNetwork, PeerNetwork } from '@kubewright/network/plan'
import { makePrivateKey, publicKeyOf, userSpaceWireguard } from '@kubewright/network/tunnel'
import type { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { mustRun, type NodeNamespace, plug, startNode } from './node-namespace.ts'

/** A pod that serves the client's address on port 8080. */
export interface TestPod {
  readonly runner: ProgramRunner
  readonly address: string
}

export interface TestCluster {
  readonly nodes: readonly NodeNamespace[]
  readonly pods: readonly TestPod[]
  readonly hosts: ReadonlyMap<string, NodeHost>
  readonly publicKey: string
  readonly network: ClusterNetwork
}

export interface TestClusterOptions {
  /** One letter; the prefix of its namespaces. */
  readonly letter: string
  /** The pod network of the cluster, a /16. */
  readonly pods: string
  readonly external: string
  /** The addresses of its nodes on the switch. The first is the gateway. */
  readonly addresses: readonly string[]
  readonly hub: NodeNamespace
  /** @default 'nftables' */
  readonly firewall?: FirewallChoice
  readonly stack: UndoStack
}

export const tunnelPort = 51_820

export async function startTestCluster(options: TestClusterOptions): Promise<TestCluster> {
  const { letter, addresses, hub, stack } = options
  const privateKey = makePrivateKey()
  const nodes: NodeNamespace[] = []
  const pods: TestPod[] = []
  const hosts = new Map<string, NodeHost>()
  for (const [index, address] of addresses.entries()) {
    const podCidr = podCidrOf(options.pods, index)
    const node = stack.use(
      await startNode({ name: `kwt-${letter}${index}`, address, podCidr, clusterPods: options.pods }),
    )
    await plug(node, hub)
    nodes.push(node)
    const host = await hostOf(node, options.firewall)
    host.keys.add(privateKey)
    hosts.set(node.name, host)
    pods.push(await startPod(node, podCidr))
  }
  await routeBetween(nodes, options)
  return {
    nodes,
    pods,
    hosts,
    publicKey: publicKeyOf(privateKey),
    network: networkOf(nodes, { ...options, publicKey: publicKeyOf(privateKey) }),
  }
}

/** `peer` as seen by `cluster`, once both have agreed on addresses. */
export function peerOf(peer: TestCluster, seen: { remote: [string, string]; local: [string, string] }): PeerNetwork {
  const networks = ([pod, external]: [string, string]) => ({ pod: parseCidr(pod), external: parseCidr(external) })
  return {
    id: peer.nodes[0]!.name,
    remote: networks(seen.remote),
    local: networks(seen.local),
    tunnel: {
      driver: 'wireguard',
      publicKey: peer.publicKey,
      endpoint: { address: parseIpv4(peer.nodes[0]!.address), port: tunnelPort },
      keepaliveSeconds: 25,
    },
  }
}

/** Sends a request to `address`; the response is the source address that the server saw. */
export async function ask(from: ProgramRunner, address: string): Promise<string> {
  const args = ['-s', '--max-time', '3', '--noproxy', '*', `http://${address}:8080/`]
  const { code, stdout } = await from.run('curl', args)
  return code === 0 ? stdout : `curl ended with ${code}`
}

/** The translated address of a pod. */
export function translated(address: string, to: string): string {
  const [one, two] = to.split('.')
  const [, , three, four] = address.split('.')
  return [one, two, three, four].join('.')
}

/** Port 8080 returns the client's address, port 8081 echoes. */
const server = `
require('node:http').createServer((request, response) => response.end(request.socket.remoteAddress.replace('::ffff:', ''))).listen(8080, '0.0.0.0')
require('node:net').createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(8081, '0.0.0.0')
`

async function startPod(node: NodeNamespace, podCidr: string): Promise<TestPod> {
  const address = podCidr.replace('.0/24', '.5')
  const runner = await node.addPod(`${node.name}p`, address)
  node.spawnInPod(`${node.name}p`, process.execPath, ['-e', server])
  const wait = [
    '-s',
    '--noproxy',
    '*',
    '--retry',
    '50',
    '--retry-connrefused',
    '--retry-delay',
    '1',
    `http://${address}:8080/`,
  ]
  await mustRun(runner, 'curl', wait)
  return { runner, address }
}

/** WireGuard processes belong to the node, not to the agent that started them: a restarted agent finds them again. */
export function hostOf(node: NodeNamespace, firewall: FirewallChoice = 'nftables'): Promise<NodeHost> {
  const { runner, wireguardPids } = node
  return detectHost({
    runner,
    clock: systemClock,
    firewall,
    wireguard: (keys) =>
      userSpaceWireguard({
        runner,
        clock: systemClock,
        keys,
        launch: async (device) =>
          void wireguardPids.set(device, node.spawnPrivately('wireguard-go', ['-f', device]).pid!),
        socketOf: (device) => `/proc/${wireguardPids.get(device) ?? 0}/root/run/wireguard/${device}.sock`,
      }),
  })
}

/** Routes like a CNI without an overlay: each node has routes to the pods of the others. */
async function routeBetween(nodes: readonly NodeNamespace[], { pods, addresses }: TestClusterOptions): Promise<void> {
  for (const node of nodes)
    for (const [index, address] of addresses.entries())
      if (address !== node.address)
        await mustRun(node.runner, 'ip', ['route', 'add', podCidrOf(pods, index), 'via', address])
}

function networkOf(
  nodes: readonly NodeNamespace[],
  { pods, external, publicKey }: TestClusterOptions & { publicKey: string },
): ClusterNetwork {
  return {
    podCidr: parseCidr(pods),
    externalCidr: parseCidr(external),
    nodes: nodes.map(({ name, address }, index) => ({
      name,
      address: parseIpv4(address),
      podCidrs: [parseCidr(podCidrOf(pods, index))],
    })),
    gateway: nodes[0]!.name,
    overlay: { vni: 200, port: 4789, underlayMtu: 1500 },
    tunnel: { port: tunnelPort, underlayMtu: 1500, publicKey },
  }
}

function podCidrOf(pods: string, index: number): string {
  return `${formatIpv4(parseCidr(pods).base + (index + 1) * 256)}/24`
}
