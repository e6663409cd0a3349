/**
 * What a hostile peer gateway, or a host between the nodes, can reach on real kernels: pods only. Each attempt is repeated
 * without our rules, where it must succeed.
 */
import { parseCidr } from '@kubewright/network/address'
import { type NodePlan, type PeerNetwork, planNode } from '@kubewright/network/plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { eventually } from './eventually.ts'
import { startFlow } from './flow.ts'
import { type NodeNamespace, plug, startNode, startSwitch } from './node-namespace.ts'
import { ask, peerOf, startTestCluster, type TestCluster } from './test-cluster.ts'

const networks = [
  { pods: '10.244.0.0/16', external: '10.70.0.0/16' },
  { pods: '10.245.0.0/16', external: '10.71.0.0/16' },
] as const
const seen = networks.map(({ pods, external }): [string, string] => [pods, external])

/** Destinations that a peer must not reach, and a port that answers there. */
const destinations = [
  { name: 'another address of the gateway', address: '192.0.2.77', port: 9_090 },
  { name: 'the bridge of the gateway', address: '10.244.1.1', port: 9_090 },
  { name: 'the bridge of a worker', address: '10.244.2.1', port: 9_090 },
  { name: 'the address of a worker', address: '198.51.100.12', port: 9_090 },
  { name: 'a ClusterIP', address: '10.96.0.10', port: 80 },
  { name: 'a NodePort on the bridge of the gateway', address: '10.244.1.1', port: 30_080 },
  { name: 'a NodePort on the bridge of a worker', address: '10.244.2.1', port: 30_080 },
] as const

describe.each(['nftables', 'iptables', 'iptables-legacy'] as const)(
  'network: a hostile peer, against %s',
  (firewall) => {
    const stack = new UndoStack()
    let hub: NodeNamespace
    let rome: TestCluster
    let berlin: TestCluster

    const peers = (): [PeerNetwork[], PeerNetwork[]] => [
      [peerOf(berlin, { remote: seen[1]!, local: seen[0]! })],
      [peerOf(rome, { remote: seen[0]!, local: seen[1]! })],
    ]
    const converge = async (cluster: TestCluster, known: PeerNetwork[]) => {
      for (const [name, { kernel }] of cluster.hosts) {
        kernel.memory.doubt()
        await kernel.converge(planNode(name, cluster.network, known).plan)
      }
    }
    const withoutRules = async () => {
      for (const node of rome.nodes)
        if (firewall === 'nftables') await node.run('nft', 'delete', 'table', 'ip', 'kubewright-network')
        else await flushChains(node, { iptables: firewall, isGateway: node === rome.nodes[0] })
    }
    /** The rules of another plan, and everything else as before: a write that failed half way. */
    const changeRulesOnly = async ({ firewall: wanted }: NodePlan) => {
      const { firewall: backend } = rome.hosts.get(rome.nodes[0]!.name)!
      const change = await backend.plan(wanted)
      await backend.apply(change!)
    }
    const attempt = async (address: string, port: number) => {
      const url = `http://${address}:${port}/`
      const { code, stdout } = await berlin.nodes[0]!.runner.run('curl', [
        '-s',
        '--max-time',
        '1',
        '--noproxy',
        '*',
        url,
      ])
      return code === 0 ? stdout : 'no answer'
    }

    beforeAll(async () => {
      hub = stack.use(await startSwitch('kwt-switch'))
      const start = (index: 0 | 1, letter: string, addresses: string[]) =>
        startTestCluster({ letter, ...networks[index], addresses, hub, stack, firewall })
      rome = await start(0, 'a', ['198.51.100.11', '198.51.100.12'])
      berlin = await start(1, 'b', ['198.51.100.21'])
      for (const [index, cluster] of [rome, berlin].entries()) await converge(cluster, peers()[index]!)
      await openUp(rome)
      await forge(berlin, peers()[1][0]!)
      await eventually(async () => {
        const answer = await ask(berlin.pods[0]!.runner, rome.pods[1]!.address)
        if (!answer.startsWith('10.')) throw new Error(answer)
      })
    }, 60_000)
    afterAll(() => stack[Symbol.asyncDispose](), 30_000)

    it.each(destinations)('does not reach $name', { timeout: 30_000 }, async ({ address, port }) => {
      expect(await attempt(address, port)).toBe('no answer')
      await withoutRules()
      try {
        expect(await attempt(address, port)).not.toBe('no answer')
      } finally {
        await converge(rome, peers()[0])
      }
      expect(await attempt(address, port)).toBe('no answer')
    })

    it('reaches pods, and gets ping replies from the gateway', { timeout: 30_000 }, async () => {
      expect(await attempt(rome.pods[0]!.address, 8_080)).not.toBe('no answer')
      expect(await attempt(rome.pods[1]!.address, 8_080)).not.toBe('no answer')
      await berlin.nodes[0]!.run('ping', '-c', '1', '-W', '2', '10.70.0.1')
    })

    it('reaches nothing through a former gateway that still has its tunnel', {
      timeout: 30_000,
    }, async () => {
      const [gateway, worker] = rome.nodes
      const elsewhere = { ...rome.network, gateway: worker!.name }
      await changeRulesOnly(planNode(gateway!.name, elsewhere, peers()[0]).plan)
      try {
        for (const { address, port } of destinations) expect(await attempt(address, port), address).toBe('no answer')
        expect(await attempt(rome.pods[0]!.address, 8_080)).toBe('no answer')
      } finally {
        await converge(rome, peers()[0])
      }
      expect(await attempt(rome.pods[0]!.address, 8_080)).not.toBe('no answer')
    })

    it('reaches nothing after its removal while its tunnel still exists', { timeout: 30_000 }, async () => {
      const [known] = peers()[0]
      const remote = { pod: parseCidr('10.246.0.0/16'), external: parseCidr('10.72.0.0/16') }
      await changeRulesOnly(planNode(rome.nodes[0]!.name, rome.network, [{ ...known!, id: 'other', remote }]).plan)
      try {
        expect(await attempt(rome.pods[0]!.address, 8_080)).toBe('no answer')
      } finally {
        await converge(rome, peers()[0])
      }
      expect(await attempt(rome.pods[0]!.address, 8_080)).not.toBe('no answer')
    })

    it('cannot send packets without a tracked connection', { timeout: 60_000 }, async () => {
      const [gateway] = rome.nodes
      await using flow = startFlow(berlin.nodes[0]!, 'kwt-b0p', rome.pods[1]!.address)
      await eventually(async () => expect((await flow.report()).echoes).toBeGreaterThan(5))
      // The kernel drops the connection and does not pick it up again: its packets are invalid from now on.
      await gateway!.run('sysctl', '-q', '-w', 'net.netfilter.nf_conntrack_tcp_loose=0')
      await gateway!.run('conntrack', '-F')
      const exchangeSome = () => berlin.nodes[0]!.run('ping', '-c', '5', '-i', '0.2', '-W', '2', '10.70.0.1')
      await exchangeSome()
      const before = (await flow.report()).echoes
      await exchangeSome()
      expect((await flow.report()).echoes).toBe(before)
      await withoutRules()
      try {
        await eventually(async () => expect((await flow.report()).echoes).toBeGreaterThan(before))
      } finally {
        await gateway!.run('sysctl', '-q', '-w', 'net.netfilter.nf_conntrack_tcp_loose=1')
        await converge(rome, peers()[0])
      }
    })

    it('a host between the nodes cannot inject packets into the overlay', { timeout: 30_000 }, async () => {
      const stranger = stack.use(
        await startNode({
          name: 'kwt-x',
          address: '198.51.100.66',
          podCidr: '10.99.0.0/24',
          clusterPods: '10.99.0.0/16',
        }),
      )
      await plug(stranger, hub)
      const worker = rome.nodes[1]!
      await imitateNode(stranger, worker)
      const send = async () => {
        const before = await receivedBy(worker)
        await stranger.runner.run('ping', ['-c', '3', '-i', '0.2', '-W', '1', '10.244.2.5'])
        return (await receivedBy(worker)) - before
      }
      expect(await send()).toBe(0)
      await withoutRules()
      try {
        expect(await send()).toBeGreaterThan(0)
      } finally {
        await converge(rome, peers()[0])
      }
      expect(await send()).toBe(0)
    })
  },
)

/** Something answers on every address of every node, and services are translated as by kube-proxy. */
async function openUp(cluster: TestCluster): Promise<void> {
  const [gateway] = cluster.nodes
  await gateway!.run('ip', 'addr', 'add', '192.0.2.77/32', 'dev', 'lo')
  const server = "require('node:http').createServer((_, response) => response.end('open')).listen(9090, '0.0.0.0')"
  for (const [index, node] of cluster.nodes.entries()) {
    const pod = `${cluster.pods[index]!.address}:8080`
    node.spawnInPod(node.name, process.execPath, ['-e', server])
    const service = ['-d', '10.96.0.10', '-p', 'tcp', '--dport', '80']
    const nodePort = ['-m', 'addrtype', '--dst-type', 'LOCAL', '-p', 'tcp', '--dport', '30080']
    for (const match of [service, nodePort])
      await node.run('iptables', '-t', 'nat', '-A', 'PREROUTING', ...match, '-j', 'DNAT', '--to-destination', pod)
    await eventually(async () => node.run('curl', '-s', '--noproxy', '*', `http://${node.address}:9090/`))
  }
}

/** The gateway sends an attacker's packets into the tunnel: WireGuard checks only their source. */
async function forge({ nodes: [gateway], hosts, network }: TestCluster, peer: PeerNetwork): Promise<void> {
  const { plan } = planNode(gateway!.name, network, [peer])
  const extra = ['192.0.2.77', '198.51.100.12', '10.96.0.10']
  const forged = plan.wireguard.map((one) => ({ ...one, allowed: [...one.allowed, ...extra.map((to) => `${to}/32`)] }))
  await hosts.get(gateway!.name)!.wireguard.changePeers('kw-tun-wg', { put: forged, remove: [] })
  await gateway!.run('nft', 'add table ip hostile')
  await gateway!.run('nft', 'add chain ip hostile source { type nat hook postrouting priority 90; }')
  for (const to of extra) {
    await gateway!.run('ip', 'route', 'replace', to, 'dev', 'kw-tun-wg')
    await gateway!.run('nft', `add rule ip hostile source oifname "kw-tun-wg" ip daddr ${to} snat to 10.71.0.1`)
  }
}

async function flushChains(
  node: NodeNamespace,
  { iptables, isGateway }: { iptables: string; isGateway: boolean },
): Promise<void> {
  await node.run(iptables, '-t', 'mangle', '-F', 'KUBEWRIGHT-ARRIVAL')
  await node.run(iptables, '-F', 'KUBEWRIGHT-INPUT')
  if (isGateway) await node.run(iptables, '-F', 'KUBEWRIGHT-FORWARD')
}

/** A VXLAN like that of the cluster, which sends to one node. */
async function imitateNode(stranger: NodeNamespace, victim: NodeNamespace): Promise<void> {
  const mac = `02:00:${victim.address
    .split('.')
    .map((byte) => Number(byte).toString(16).padStart(2, '0'))
    .join(':')}`
  const [id, port] = ['200', '4789']
  const make = `link add forged type vxlan id ${id} dstport ${port} local ${stranger.address} nolearning`
  await stranger.run('ip', ...make.split(' '))
  await stranger.run('ip', 'link', 'set', 'forged', 'up')
  await stranger.run('bridge', 'fdb', 'add', mac, 'dev', 'forged', 'dst', victim.address, 'self')
  await stranger.run('ip', 'neigh', 'add', '10.244.2.5', 'lladdr', mac, 'dev', 'forged')
  await stranger.run('ip', 'route', 'add', '10.244.2.5', 'dev', 'forged', 'src', '10.99.0.1')
}

/** How many packets a node has received through its overlay. */
async function receivedBy(node: NodeNamespace): Promise<number> {
  const links = JSON.parse(await node.run('ip', '-j', '-s', 'link', 'show', 'kw-overlay')) as {
    stats64: { rx: { packets: number } }
  }[]
  return links[0]!.stats64.rx.packets
}
