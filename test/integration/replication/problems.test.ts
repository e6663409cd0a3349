/** What can be wrong with a peer, a kind or an object: each is a condition on the originals it concerns, and goes when it is over. */
import { type Client, ignoreNotFound } from '@kubewright/client'
import { silentLogger } from '@kubewright/core'
import { ConfigMap, Role } from '@kubewright/kubernetes'
import {
  abandonAnnotation,
  createPeers,
  defineReplication,
  finalizerOf,
  replicaName,
  tenantNamespace,
} from '@kubewright/replication'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Clusters, conditionOf, Subnet, subnet, type TestCluster } from './clusters.ts'

const ref = { name: 'net', namespace: 'default' }

const place = (from: TestCluster, name = 'net') => ({
  namespace: tenantNamespace(from.identity),
  name: replicaName({ namespace: 'default', name }),
})

async function reasonAt(client: Client, name = 'net') {
  return conditionOf(await client.get(Subnet, { ...ref, name }))?.reason
}

describe('a peer', () => {
  it('that cannot be reached is told of after a while, delays no other, and is caught up with', async () => {
    await using clusters = new Clusters()
    const [a, b, c] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('c')]
    const { peers } = clusters.run(a)
    const [toB, toC] = [await clusters.accept(b, a), await clusters.accept(c, a)]
    peers.add({ name: 'b', identity: b.identity, client: toB.client })
    peers.add({ name: 'c', identity: c.identity, client: toC.client })
    await clusters.clock.advance('1s')
    toB.link.isCut = true
    await a.client.create(Subnet, subnet('net', 'b'))
    await a.client.create(Subnet, subnet('other', 'c'))
    await clusters.clock.advance('2s')
    expect(await reasonAt(a.client, 'other')).toBe('Synced')
    await clusters.clock.advance('2m')
    expect(await reasonAt(a.client)).toBe('Unreachable')
    toB.link.isCut = false
    await clusters.clock.advance('1m')
    expect(await reasonAt(a.client)).toBe('Synced')
  })

  it('whose connection leads to another cluster gets nothing', async () => {
    await using clusters = new Clusters()
    const [a, b, c] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('c')]
    const { peers, replicator } = clusters.run(a)
    const wrong = await clusters.accept(c, a) // a kubeconfig of c under the name and identity of b
    peers.add({ name: 'b', identity: b.identity, client: wrong.client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client)).toBe('IdentityMismatch')
    expect(wrong.link.sent.every((line) => line.startsWith('GET /api/v1/namespaces/'))).toBe(true)
    expect(replicator.peers).toMatchObject([{ name: 'b', state: { phase: 'failing', reason: 'IdentityMismatch' } }])
    peers.rekey('b', (await clusters.accept(b, a)).client)
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client)).toBe('Synced')
  })

  it('that has the identity of another, of this cluster, or no tenant namespace is not used', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    const { client } = await clusters.accept(b, a)
    peers.add({ name: 'b', identity: b.identity, client })
    peers.add({ name: 'twin', identity: b.identity, client })
    peers.add({ name: 'self', identity: a.identity, client: a.client })
    peers.add({ name: 'stranger', identity: 'no-such-cluster', client: b.client })
    for (const name of ['b', 'twin', 'self']) await a.client.create(Subnet, subnet(`to-${name}`, name))
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client, 'to-b')).toBe('Synced')
    expect(await reasonAt(a.client, 'to-twin')).toBe('DuplicateIdentity')
    expect(await reasonAt(a.client, 'to-self')).toBe('OwnCluster')
    peers.remove('b')
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client, 'to-twin')).toBe('Synced')
  })

  it('that has not accepted this cluster says that its tenant namespace is missing', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    peers.add({ name: 'b', identity: b.identity, client: clusters.connect(b).client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client)).toBe('TenantMissing')
    await clusters.accept(b, a)
    await clusters.clock.advance('1m')
    expect(await reasonAt(a.client)).toBe('Synced')
  })

  it('that leaves loses all replicas first, and then is gone', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    const { client } = await clusters.accept(b, a)
    peers.add({ name: 'b', identity: b.identity, client })
    for (const name of ['one', 'two']) await a.client.create(Subnet, subnet(name, 'b'))
    await clusters.clock.advance('5s')
    let isGone = false
    const leaving = peers.leave('b').then(() => (isGone = true))
    await clusters.clock.advance('10s')
    await leaving
    expect(isGone).toBe(true)
    expect(peers.all).toEqual([])
    expect((await b.client.list(Subnet, {})).items).toEqual([])
    const { items } = await a.client.list(Subnet, {})
    expect(items.flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([])
  })

  it('that syncs before home loses its orphans all the same, and can leave', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { client } = await clusters.accept(b, a)
    const first = clusters.run(a)
    first.peers.add({ name: 'b', identity: b.identity, client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('5s')
    await first.stop()
    await a.client.patch(Subnet, ref, { metadata: { finalizers: [] } })
    await a.client.delete(Subnet, ref)
    expect((await b.client.list(Subnet, {})).items).toHaveLength(1)

    const { peers, link } = clusters.run(a, { identity: a.identity })
    link.delayMs = 3_000 // the peer is faster
    peers.add({ name: 'b', identity: b.identity, client })
    void peers.leave('b')
    await clusters.clock.advance('30s')
    expect((await b.client.list(Subnet, {})).items).toEqual([])
    expect(peers.all).toEqual([])
  })

  it('that is lost for good holds originals until it is abandoned, which says what stays behind', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers, replicator } = clusters.run(a)
    const { client, link } = await clusters.accept(b, a)
    peers.add({ name: 'b', identity: b.identity, client })
    for (const name of ['net', 'other']) await a.client.create(Subnet, subnet(name, 'b'))
    await clusters.clock.advance('5s')
    link.isCut = true
    await expect(replicator.abandon(b.identity)).rejects.toMatchObject({ code: 'KW_REPLICATION_BUSY_PEER' })
    peers.remove('b')
    await a.client.delete(Subnet, ref)
    await clusters.clock.advance('5s')
    const held = await a.client.get(Subnet, ref)
    expect(held.metadata.finalizers).toEqual([finalizerOf(b.identity)])
    expect(conditionOf(held)).toMatchObject({ reason: 'PeerLost', message: expect.stringContaining(abandonAnnotation) })
    await a.client.patch(Subnet, ref, { metadata: { annotations: { [abandonAnnotation]: b.identity } } })
    await clusters.clock.advance('5s')
    expect(await a.client.get(Subnet, ref).catch(ignoreNotFound)).toBeUndefined()
    expect(await replicator.abandon(b.identity)).toEqual([
      {
        kind: 'subnets.net.example.dev',
        original: { ...ref, name: 'other' },
        replica: place(a, 'other'),
        cluster: b.identity,
      },
    ])
    expect((await b.client.list(Subnet, {})).items).toHaveLength(2)
  })

  it('whose clock is an hour away makes no difference', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    peers.add({ name: 'b', identity: b.identity, client: (await clusters.accept(b, a)).client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('2s')
    clusters.clock.jump(-3_600_000)
    await b.client.status.patch(Subnet, place(a), {
      status: {
        given: 'x',
        conditions: [
          { type: 'Accepted', status: 'True', reason: 'Yes', message: '', lastTransitionTime: '2030-01-01T00:00:00Z' },
        ],
      },
    } as never)
    await clusters.clock.advance('2s')
    const home = await a.client.get(Subnet, ref)
    expect(home.status?.given).toBe('x')
    expect(conditionOf(home, 'Accepted')).toMatchObject({ lastTransitionTime: '2030-01-01T00:00:00Z' })
  })
})

describe('a peer whose clock is an hour ahead', () => {
  it('gets its objects all the same, and a warning says so', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b', Subnet, 3_600_000)]
    const { peers, replicator } = clusters.run(a)
    peers.add({ name: 'b', identity: b.identity, client: (await clusters.accept(b, a)).client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client)).toBe('Synced')
    const [report] = replicator.peers
    expect(report).toMatchObject({ state: { phase: 'ready' }, warning: { code: 'KW_REPLICATION_CLOCK' } })
    expect(report?.warning?.message).toContain('its clock is 1h ahead')
  })
})

describe('a kind', () => {
  it('that a peer does not serve is told of, and replicated once it does', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b', null)]
    const { peers } = clusters.run(a)
    peers.add({ name: 'b', identity: b.identity, client: (await clusters.accept(b, a)).client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('10s')
    expect(await reasonAt(a.client)).toBe('KindMissing')
    await clusters.install(b.client, Subnet)
    await clusters.clock.advance('2m')
    expect(await reasonAt(a.client)).toBe('Synced')
  })

  it('that may not be replicated any more is told of, and replicated again once it may', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    peers.add({ name: 'b', identity: b.identity, client: (await clusters.accept(b, a)).client })
    await clusters.clock.advance('2s')
    const role = { name: 'replicator', namespace: tenantNamespace(a.identity) }
    const { rules } = await b.client.get(Role, role)
    await b.client.patch(Role, role, { rules: rules!.slice(0, 1) as never })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('10s')
    expect(await reasonAt(a.client)).toBe('Forbidden')
    await b.client.patch(Role, role, { rules: rules as never })
    await clusters.clock.advance('2m')
    expect(await reasonAt(a.client)).toBe('Synced')
  })

  it('whose schema drops fields at the peer is told of, without asking again and again', async () => {
    await using clusters = new Clusters()
    const older = defineResource({
      group: 'net.example.dev',
      version: 'v1',
      kind: 'Subnet',
      scope: 'Namespaced',
      spec: z.object({ cidr: z.string() }),
    })
    const [a, b] = [await clusters.start('a'), await clusters.start('b', older)]
    const { peers } = clusters.run(a)
    const { client, link } = await clusters.accept(b, a)
    peers.add({ name: 'b', identity: b.identity, client })
    await a.client.create(Subnet, { ...subnet('net', 'b'), spec: { cidr: '10.0.0.0/16', note: 'new' } })
    await clusters.clock.advance('10s')
    const { reason, message } = conditionOf(await a.client.get(Subnet, ref))!
    expect([reason, message]).toEqual(['SchemaDiffers', expect.stringContaining('spec.note')])
    const writes = link.sent.filter((line) => /^(POST|PATCH)/.test(line)).length
    await clusters.clock.advance('10m')
    expect(link.sent.filter((line) => /^(POST|PATCH)/.test(line))).toHaveLength(writes)
  })

  it('whose returned status is refused at home says so, and is returned once it is valid', async () => {
    await using clusters = new Clusters()
    const strict = defineResource({
      group: 'net.example.dev',
      version: 'v1',
      kind: 'Subnet',
      scope: 'Namespaced',
      spec: z.object({ cidr: z.string(), note: z.string().optional() }),
      status: z.object({ given: z.string().max(3).optional() }),
      conditions: ['Replicated', 'Accepted'],
    })
    const [a, b] = [await clusters.start('a', strict), await clusters.start('b')]
    const warnings: string[] = []
    const { peers } = clusters.run(a, { log: { ...silentLogger, warn: (text) => void warnings.push(text) } })
    peers.add({ name: 'b', identity: b.identity, client: (await clusters.accept(b, a)).client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client)).toBe('Synced')
    await b.client.status.patch(Subnet, place(a), { status: { given: 'too long' } })
    await clusters.clock.advance('10m')
    const home = await a.client.get(Subnet, ref)
    expect(conditionOf(home)).toMatchObject({
      status: 'False',
      reason: 'StatusRejected',
      message: expect.stringContaining('Install the same version of the CRD'),
    })
    expect(home.status?.given).toBeUndefined()
    expect(warnings).toHaveLength(1)
    await b.client.status.patch(Subnet, place(a), { status: { given: 'ok' } })
    await clusters.clock.advance('5s')
    expect((await a.client.get(Subnet, ref)).status?.given).toBe('ok')
    expect(await reasonAt(a.client)).toBe('Synced')
  })

  it('without a status says in an annotation what is wrong', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const maps = defineReplication({
      name: 'maps',
      resource: ConfigMap,
      destination: ({ metadata }) => metadata.labels?.['to'],
    })
    const peers = createPeers()
    clusters.run(a, { peers, replications: [maps] })
    const map = { name: 'map', namespace: 'default' }
    await a.client.create(ConfigMap, { metadata: { ...map, labels: { to: 'b' } }, data: { key: 'value' } })
    await clusters.clock.advance('2s')
    const problem = 'replication.kubewright.dev/problem'
    expect((await a.client.get(ConfigMap, map)).metadata.annotations?.[problem]).toContain('no peer of this name')
    peers.add({ name: 'b', identity: b.identity, client: (await clusters.accept(b, a, [ConfigMap as never])).client })
    await clusters.clock.advance('5s')
    expect((await a.client.get(ConfigMap, map)).metadata.annotations?.[problem]).toBeUndefined()
    expect((await b.client.get(ConfigMap, place(a, 'map'))).data).toEqual({ key: 'value' })
  })
})

describe('an object', () => {
  it('whose place is taken, whose name does not fit, or that is refused there is told of, and the others go on', async () => {
    await using clusters = new Clusters()
    const strict = defineResource({
      group: 'net.example.dev',
      version: 'v1',
      kind: 'Subnet',
      scope: 'Namespaced',
      spec: z.object({ cidr: z.string().max(12), note: z.string().optional() }),
      status: z.object({ given: z.string().optional() }),
      conditions: ['Replicated', 'Accepted'],
    })
    const [a, b] = [await clusters.start('a'), await clusters.start('b', strict)]
    const { peers } = clusters.run(a)
    peers.add({ name: 'b', identity: b.identity, client: (await clusters.accept(b, a)).client })
    await b.client.create(Subnet, { metadata: place(a, 'taken'), spec: { cidr: 'mine' } })
    await a.client.create(Subnet, subnet('taken', 'b'))
    await a.client.create(Subnet, subnet('n'.repeat(250), 'b'))
    await a.client.create(Subnet, subnet('refused', 'b', '10.200.200.0/24'))
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client, 'taken')).toBe('Occupied')
    expect(await reasonAt(a.client, 'n'.repeat(250))).toBe('NameDoesNotFit')
    expect(await reasonAt(a.client, 'refused')).toBe('Rejected')
    expect(await reasonAt(a.client)).toBe('Synced')
    expect((await b.client.get(Subnet, place(a, 'taken'))).spec.cidr).toBe('mine')
  })

  it('that is too large there is told of', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    const { client } = await clusters.accept(b, a)
    peers.add({ name: 'b', identity: b.identity, client })
    await clusters.clock.advance('1s')
    const fault = b.server.faults.fail({ verb: 'create', kind: Subnet }, 413)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('1s')
    expect(await reasonAt(a.client)).toBe('TooLarge')
    fault[Symbol.dispose]()
    await clusters.clock.advance('2m')
    expect(await reasonAt(a.client)).toBe('Synced')
  })
})
