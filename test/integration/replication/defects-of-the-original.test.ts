/** Requirements R1 to R6: each scenario is played with our replicator and with the original's algorithm, which fails it. */
import { type Client, ignoreNotFound } from '@kubewright/client'
import { seededRandom } from '@kubewright/core'
import { createPeers, replicaName, tenantNamespace } from '@kubewright/replication'
import { describe, expect, it } from 'vitest'
import { Clusters, type LinkFaults, Subnet, subnet, type TestCluster } from './clusters.ts'
import { OriginalReplicator } from './original.ts'

const home = { name: 'net', namespace: 'default' }

/** Either replicator, as far as the scenarios need it. */
interface Arm {
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
    async connect(to) {
      const { client, link } = await clusters.accept(to, from)
      peers.add({ name: to.name, identity: to.identity, client })
      return link
    },
    placeAt: () => ({ namespace: tenantNamespace(from.identity), name: replicaName(home) }),
    original: (to) => subnet('net', to.name),
    async restart() {
      await running.stop()
      await clusters.clock.advance('1s')
      running = clusters.run(from, { peers })
    },
  }
}

const theirs: MakeArm = async (clusters, from, peers) => {
  const connections = new Map<string, Client>()
  const start = () => {
    const options = { id: from.identity, resource: Subnet as never, clock: clusters.clock, random: seededRandom(1) }
    const made = new OriginalReplicator(clusters.connect(from).client, options)
    clusters.keep(made)
    for (const _ of peers) made.addPeer()
    for (const [name, client] of connections) made.connect(name, client)
    return made
  }
  let replicator = start()
  return {
    async connect(to) {
      const { client, link } = clusters.connect(to)
      connections.set(to.name, client)
      replicator.connect(to.name, client)
      return link
    },
    placeAt: () => home,
    original: (to) => ({
      ...subnet('net', undefined),
      metadata: { ...home, labels: { 'liqo.io/replication': 'true', 'liqo.io/remoteID': to.name } as never },
    }),
    async restart() {
      await replicator[Symbol.asyncDispose]()
      await clusters.clock.advance('1s')
      replicator = start()
    },
  }
}

const arms = [
  ['ours', ours, true],
  ['the original', theirs, false],
] as const

describe('R1: a change is handled once, by the peer it goes to', () => {
  it.each(arms)('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b, c, d] = [
      await clusters.start('a'),
      await clusters.start('b'),
      await clusters.start('c'),
      await clusters.start('d'),
    ]
    const arm = await make(clusters, a, [b, c, d])
    const links = [await arm.connect(b), await arm.connect(c), await arm.connect(d)]
    await a.client.create(Subnet, arm.original(b))
    await clusters.clock.advance('5s')
    const before = links.map(({ sent }) => requests(sent).length)
    await a.client.patch(Subnet, home, { spec: { cidr: '10.5.0.0/16' } })
    await clusters.clock.advance('5s')
    const [atB, ...elsewhere] = links.map(({ sent }, at) => requests(sent).length - before[at]!)
    expect(elsewhere).toEqual([0, 0])
    expect(atB === 1).toBe(isGood) // one patch, and no read before it
  })
})

describe('R2: what changed before a peer was reachable gets there as soon as it is', () => {
  it.each(arms)('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const arm = await make(clusters, a, [b])
    await a.client.create(Subnet, arm.original(b))
    await clusters.clock.advance('2s')
    await arm.connect(b)
    await clusters.clock.advance('5s')
    const replica = await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)
    expect(replica !== undefined).toBe(isGood)
  })
})

describe('R3: a restart before the status came back changes no replica', () => {
  it.each(arms)('%s', async (_, make, isGood) => {
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
    const after = await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)
    expect(after?.metadata.uid === uid).toBe(isGood)
  })
})

describe('R4: two senders of the same name do not touch each other’s replicas', () => {
  it.each(arms)('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b, c] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('c')]
    const [one, two] = [await make(clusters, a, [c]), await make(clusters, b, [c])]
    await one.connect(c)
    await two.connect(c)
    await a.client.create(Subnet, { ...one.original(c), spec: { cidr: '10.1.0.0/16' } })
    await clusters.clock.advance('3s')
    await b.client.create(Subnet, { ...two.original(c), spec: { cidr: '10.2.0.0/16' } })
    await clusters.clock.advance('3s')
    const { items } = await c.client.list(Subnet, {})
    expect(items.map(({ spec }) => spec.cidr).sort()).toEqual(isGood ? ['10.1.0.0/16', '10.2.0.0/16'] : ['10.2.0.0/16'])
  })
})

describe('R5: an original that is deleted while its peer is away is not gone before its replica is', () => {
  it.each(arms)('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const arm = await make(clusters, a, [b])
    const link = await arm.connect(b)
    await a.client.create(Subnet, arm.original(b))
    await clusters.clock.advance('3s')
    link.isCut = true
    await a.client.delete(Subnet, home)
    await clusters.clock.advance('20s')
    expect((await a.client.get(Subnet, home).catch(ignoreNotFound)) !== undefined).toBe(isGood)
    expect(await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)).toBeDefined()
    link.isCut = false
    await clusters.clock.advance('2m')
    expect(await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)).toBeUndefined()
    expect(await a.client.get(Subnet, home).catch(ignoreNotFound)).toBeUndefined()
  })
})

describe('R6: a deletion that no event told of is carried out all the same', () => {
  it.each(arms)('%s', async (_, make, isGood) => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const arm = await make(clusters, a, [b])
    await arm.connect(b)
    await a.client.create(Subnet, arm.original(b))
    await clusters.clock.advance('3s')
    const restarting = arm.restart()
    await a.client.delete(Subnet, home)
    await restarting
    await clusters.clock.advance('10s')
    const replica = await b.client.get(Subnet, arm.placeAt(a)).catch(ignoreNotFound)
    expect(replica === undefined).toBe(isGood)
  })
})

/** Without those that open watches, and the checks of identity. */
function requests(sent: readonly string[]): readonly string[] {
  return sent.filter((line) => line.includes('/subnets') && !line.includes('watch=') && !line.includes('limit='))
}
