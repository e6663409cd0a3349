/**
 * Requirements R1 to R6. Each scenario is played three times: with our replicator, with the original's algorithm, which fails it, and with
 * the original's algorithm in which only that defect is corrected, which passes: so nothing else made it fail.
 */
import { type Client, ignoreNotFound } from '@kubewright/client'
import { seededRandom } from '@kubewright/core/random'
import { createPeers, replicaName, tenantNamespace } from '@kubewright/replication'
import { describe, expect, it } from 'vitest'
import { Clusters, type LinkFaults, Subnet, subnet, type TestCluster } from './clusters.ts'
import { type Defect, OriginalReplicator } from './original.ts'

const net = { name: 'net', namespace: 'default' }

/** Either replicator, as far as the scenarios need it. */
interface Arm {
  /** The link to the home cluster. */
  home(): LinkFaults
  /** Names a peer; `connect` makes it reachable. */
  connect(to: TestCluster): Promise<LinkFaults>
  placeAt(from: TestCluster): { name: string; namespace: string }
  original(to: TestCluster): ReturnType<typeof subnet>
  restart(): Promise<void>
}

type MakeArm = (clusters: Clusters, from: TestCluster, peers: readonly TestCluster[]) => Promise<Arm>

const ours: MakeArm = async (clusters, from) => {
  const peers = createPeers()
  let running = clusters.run(from, { peers })
  return {
    home: () => running.link,
    async connect(to) {
      const { client, link } = await clusters.accept(to, from)
      peers.add({ name: to.name, identity: to.identity, client })
      return link
    },
    placeAt: () => ({ namespace: tenantNamespace(from.identity), name: replicaName(net) }),
    original: (to) => subnet('net', to.name),
    async restart() {
      await running.stop()
      await clusters.clock.advance('1s')
      running = clusters.run(from, { peers })
    },
  }
}

const original =
  (corrected?: Defect): MakeArm =>
  (clusters, from, peers) =>
    theirs(clusters, from, peers, corrected)

async function theirs(
  clusters: Clusters,
  from: TestCluster,
  peers: readonly TestCluster[],
  corrected?: Defect,
): Promise<Arm> {
  const connections = new Map<string, Client>()
  let home: LinkFaults
  const start = () => {
    const { client, link } = clusters.connect(from)
    home = link
    const { clock } = clusters
    const options = { id: from.identity, resource: Subnet as never, clock, random: seededRandom(1), corrected }
    const made = new OriginalReplicator(client, options)
    clusters.keep(made)
    for (const _ of peers) made.addPeer()
    for (const [name, client] of connections) made.connect(name, client)
    return made
  }
  let replicator = start()
  return {
    home: () => home,
    async connect(to) {
      const { client, link } = clusters.connect(to)
      connections.set(to.name, client)
      replicator.connect(to.name, client)
      return link
    },
    placeAt: () => (corrected === 'R4' ? { ...net, name: `${from.identity}-${net.name}` } : net),
    original: (to) => ({
      ...subnet('net', undefined),
      metadata: { ...net, labels: { 'liqo.io/replication': 'true', 'liqo.io/remoteID': to.name } as never },
    }),
    async restart() {
      await replicator[Symbol.asyncDispose]()
      await clusters.clock.advance('1s')
      replicator = start()
    },
  }
}

const arms = (defect: Defect) =>
  [
    ['ours', ours, true],
    ['the original', original(), false],
    ['the original with this defect corrected', original(defect), true],
  ] as const

describe('R1: a change is processed once, for its destination, however many peers there are', () => {
  it.each(arms('R1'))('%s', async (_, make, isGood) => {
    const [alone, amongThree] = [await requestsOfChange(make, 1), await requestsOfChange(make, 3)]
    expect(alone.atDestination).toBeGreaterThan(0)
    expect(amongThree.elsewhere).toBe(0)
    const ratio = amongThree.atDestination / alone.atDestination
    expect(isGood ? ratio === 1 : ratio >= 3).toBe(true)
  })

  it('ours sends one patch without a read, and has one home watch per kind', async () => {
    expect(await requestsOfChange(ours, 3)).toEqual({ atDestination: 1, elsewhere: 0, homeWatches: 1 })
  })

  /** Requests to peers that one change of an original costs, and the watches that are open at home. */
  async function requestsOfChange(make: MakeArm, count: number) {
    await using clusters = new Clusters()
    const a = await clusters.start('a')
    const peers: TestCluster[] = []
    for (const name of ['b', 'c', 'd'].slice(0, count)) peers.push(await clusters.start(name))
    const arm = await make(clusters, a, peers)
    const links: LinkFaults[] = []
    for (const peer of peers) links.push(await arm.connect(peer))
    await a.client.create(Subnet, arm.original(peers[0]!))
    await clusters.clock.advance('5s')
    const homeWatches = arm.home().sent.filter((line) => line.includes('/subnets') && line.includes('watch=')).length
    const before = links.map(({ sent }) => requests(sent).length)
    await a.client.patch(Subnet, net, { spec: { cidr: '10.5.0.0/16' } })
    await clusters.clock.advance('5s')
    expect((await peers[0]!.client.get(Subnet, arm.placeAt(a))).spec.cidr).toBe('10.5.0.0/16')
    const [atDestination, ...others] = links.map(({ sent }, at) => requests(sent).length - before[at]!)
    return { atDestination: atDestination!, elsewhere: others.reduce((sum, one) => sum + one, 0), homeWatches }
  }
})

describe('R2: changes made before a peer was reachable arrive as soon as it is', () => {
  it.each(arms('R2'))('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const arm = await make(clusters, a, [b])
    await a.client.create(Subnet, arm.original(b))
    await clusters.clock.advance('2s')
    await arm.connect(b)
    await clusters.clock.advance('5s')
    const replica = await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)
    expect(replica !== undefined).toBe(isGood)
    await clusters.clock.advance('30s') // the resync of the original
    expect(await b.client.get(Subnet, arm.placeAt(a))).toMatchObject({ spec: { cidr: '10.0.0.0/16' } })
  })
})

describe('R3: a restart before the status is returned does not recreate the replica', () => {
  it.each(arms('R3'))('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const arm = await make(clusters, a, [b])
    await arm.connect(b)
    await a.client.create(Subnet, arm.original(b))
    await clusters.clock.advance('3s')
    const { uid } = (await b.client.get(Subnet, arm.placeAt(a))).metadata
    const restarting = arm.restart()
    await b.client.status.patch(Subnet, arm.placeAt(a), { status: { given: '10.9.0.0/16' } })
    await restarting
    await clusters.clock.advance('10s')
    const after = await b.client.get(Subnet, arm.placeAt(a))
    expect(after.metadata.uid === uid).toBe(isGood)
    expect(after.status?.given === '10.9.0.0/16').toBe(isGood) // what the receiver assigned
  })
})

describe('R4: two senders with the same object name do not touch each other’s replicas', () => {
  it.each(arms('R4'))('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b, c] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('c')]
    const [one, two] = [await make(clusters, a, [c]), await make(clusters, b, [c])]
    await one.connect(c)
    await two.connect(c)
    await a.client.create(Subnet, { ...one.original(c), spec: { cidr: '10.1.0.0/16' } })
    await clusters.clock.advance('3s')
    const { uid } = (await c.client.get(Subnet, one.placeAt(a))).metadata
    await b.client.create(Subnet, { ...two.original(c), spec: { cidr: '10.2.0.0/16' } })
    await clusters.clock.advance('3s')
    const { items } = await c.client.list(Subnet, {})
    expect(items.map(({ spec }) => spec.cidr).sort()).toEqual(isGood ? ['10.1.0.0/16', '10.2.0.0/16'] : ['10.2.0.0/16'])
    expect(items.some(({ metadata }) => metadata.uid === uid)).toBe(isGood)
  })
})

describe('R5: an original deleted while its peer is unreachable stays until its replica is gone', () => {
  it.each(arms('R5'))('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const arm = await make(clusters, a, [b])
    const link = await arm.connect(b)
    await a.client.create(Subnet, arm.original(b))
    await clusters.clock.advance('3s')
    link.isCut = true
    await a.client.delete(Subnet, net)
    await clusters.clock.advance('20s')
    expect((await a.client.get(Subnet, net).catch(ignoreNotFound)) !== undefined).toBe(isGood)
    expect(await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)).toBeDefined()
    link.isCut = false
    await clusters.clock.advance('2m')
    expect(await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)).toBeUndefined()
    expect(await a.client.get(Subnet, net).catch(ignoreNotFound)).toBeUndefined()
  })
})

describe('R6: a deletion that only a relist shows, after an interrupted watch, is replicated at once', () => {
  it.each(arms('R6'))('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const arm = await make(clusters, a, [b])
    await arm.connect(b)
    await a.client.create(Subnet, arm.original(b))
    await clusters.clock.advance('3s')
    expect(await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)).toBeDefined()
    arm.home().isCut = true
    await a.client.patch(Subnet, net, { metadata: { finalizers: [] } }) // by hand: else it could not go unnoticed
    await a.client.delete(Subnet, net)
    await clusters.clock.advance('1s')
    a.server.faults.compact() // the watch cannot resume, and there is no event for the deletion
    arm.home().isCut = false
    await clusters.clock.advance('10s')
    expect(lists(arm.home().sent)).toBeGreaterThan(1)
    const replica = await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)
    expect(replica === undefined).toBe(isGood)
  })

  /** Full reads of the kind, by a list or by the initial events of a watch. */
  const lists = (sent: readonly string[]) =>
    sent.filter((line) => line.includes('/subnets') && /sendInitialEvents=true|limit=/.test(line)).length
})

/** Without those that open watches, and the checks of identity. */
function requests(sent: readonly string[]): readonly string[] {
  return sent.filter((line) => line.includes('/subnets') && !line.includes('watch=') && !line.includes('limit='))
}
