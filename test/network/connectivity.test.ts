import { planNode, type PeerNetwork } from '@kubewright/network/plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UndoStack } from '../../tools/kube-apiserver/undo-stack.ts'
import { startSwitch } from './node-namespace.ts'
import { ask, peerOf, startTestCluster, type TestCluster, translated } from './test-cluster.ts'

interface Case {
  readonly name: string
  readonly pods: readonly [string, string]
  readonly external: readonly [string, string]
  /** Pods and nodes of the second cluster as the first sees them, and the other way round. */
  readonly second: [string, string]
  readonly first: [string, string]
}

const cases: Case[] = [
  {
    name: 'no translation',
    pods: ['10.244.0.0/16', '10.245.0.0/16'],
    external: ['10.70.0.0/16', '10.71.0.0/16'],
    second: ['10.245.0.0/16', '10.71.0.0/16'],
    first: ['10.244.0.0/16', '10.70.0.0/16'],
  },
  {
    name: 'the second cluster translated',
    pods: ['10.244.0.0/16', '10.245.0.0/16'],
    external: ['10.70.0.0/16', '10.71.0.0/16'],
    second: ['10.2.0.0/16', '10.3.0.0/16'],
    first: ['10.244.0.0/16', '10.70.0.0/16'],
  },
  {
    name: 'both clusters translated',
    pods: ['10.244.0.0/16', '10.244.0.0/16'],
    external: ['10.70.0.0/16', '10.70.0.0/16'],
    second: ['10.2.0.0/16', '10.3.0.0/16'],
    first: ['10.4.0.0/16', '10.5.0.0/16'],
  },
]

describe.each(cases.flatMap((one) => (['nftables', 'iptables'] as const).map((firewall) => ({ ...one, firewall }))))(
  'two network clusters with $name, with $firewall',
  ({ pods, external, first, second, firewall }) => {
    const stack = new UndoStack()
    let clusters: [TestCluster, TestCluster]
    const peers = (): [PeerNetwork[], PeerNetwork[]] => [
      [peerOf(clusters[1], { remote: second, local: first })],
      [peerOf(clusters[0], { remote: first, local: second })],
    ]

    beforeAll(async () => {
      const hub = stack.use(await startSwitch('kwt-switch'))
      const start = (index: 0 | 1, letter: string, addresses: string[]) =>
        startTestCluster({ letter, pods: pods[index], external: external[index], addresses, hub, stack, firewall })
      clusters = [
        await start(0, 'a', ['198.51.100.11', '198.51.100.12']),
        await start(1, 'b', ['198.51.100.21', '198.51.100.22']),
      ]
      for (const [index, cluster] of clusters.entries()) await converge(cluster, peers()[index]!)
    }, 60_000)
    afterAll(() => stack[Symbol.asyncDispose](), 30_000)

    it('every pod reaches every pod of the other, with its translated source address', async () => {
      const answers = await Promise.all(
        pairs(clusters).map(([from, to]) => ask(from.pod.runner, seenAs(to, [first, second]))),
      )
      expect(answers).toEqual(pairs(clusters).map(([from]) => seenAs(from, [first, second])))
    })

    it('every node reaches every pod of the other, with the address of its cluster', async () => {
      const answers = await Promise.all(
        pairs(clusters).map(([from, to]) => ask(from.node.runner, seenAs(to, [first, second]))),
      )
      expect(answers).toEqual(
        pairs(clusters).map(([from]) => [first, second][from.cluster]![1].replace('.0.0/16', '.0.1')),
      )
    })

    it('applying the same plan again writes nothing', async () => {
      const writes = await Promise.all(clusters.map((cluster, index) => converge(cluster, peers()[index]!)))
      expect(writes.flat()).toEqual([0, 0, 0, 0])
    })

    it('manually deleted kernel state is restored', async () => {
      const [gateway, worker] = clusters[0].nodes
      if (firewall === 'nftables') await gateway!.run('nft', 'flush', 'chain', 'ip', 'kubewright-network', 'source')
      else await gateway!.run('iptables', '-t', 'nat', '-F', 'KUBEWRIGHT-POSTROUTING')
      await gateway!.run('ip', 'route', 'flush', 'proto', '219')
      await worker!.run('ip', 'link', 'del', 'kw-overlay')
      await converge(clusters[0], peers()[0])
      const answers = await Promise.all(
        pairs(clusters).map(([from, to]) => ask(from.pod.runner, seenAs(to, [first, second]))),
      )
      expect(answers).toEqual(pairs(clusters).map(([from]) => seenAs(from, [first, second])))
    })

    it('no kernel state is left when the peer is gone', async () => {
      for (const cluster of clusters) await converge(cluster, [])
      for (const { kernel } of clusters.flatMap((cluster) => [...cluster.hosts.values()]))
        expect(await kernel.isEmpty()).toBe(true)
    })
  },
)

interface Place {
  readonly cluster: number
  readonly node: TestCluster['nodes'][number]
  readonly pod: TestCluster['pods'][number]
}

/** Every place of one cluster with every place of the other, in both directions. */
function pairs(clusters: readonly [TestCluster, TestCluster]): [Place, Place][] {
  const places = clusters.map(({ nodes, pods }, cluster) =>
    nodes.map((node, index): Place => ({ cluster, node, pod: pods[index]! })),
  )
  const cross = (from: Place[], to: Place[]) => from.flatMap((one) => to.map((other): [Place, Place] => [one, other]))
  return [...cross(places[0]!, places[1]!), ...cross(places[1]!, places[0]!)]
}

function seenAs({ cluster, pod }: Place, seen: readonly [string, string][]): string {
  return translated(pod.address, seen[cluster]![0])
}

async function converge(cluster: TestCluster, peers: PeerNetwork[]): Promise<number[]> {
  const writes: number[] = []
  for (const [name, { kernel }] of cluster.hosts) {
    const { plan, refused } = planNode(name, cluster.network, peers)
    expect(refused).toEqual([])
    writes.push((await kernel.converge(plan)).writes)
  }
  return writes
}
