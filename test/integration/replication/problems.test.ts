/** Problems of a peer, a kind or an object: each sets a condition on the originals concerned, until it is over. */
import { type Client, ignoreNotFound } from '@kubewright/client'
import { textBody } from '@kubewright/client/testing'
import { recordedLog } from '@kubewright/core/testing'
import { ConfigMap, Role } from '@kubewright/kubernetes'
import {
  abandonAnnotation,
  createPeers,
  defineReplication,
  replicaName,
  tenantNamespace,
} from '@kubewright/replication'
import { finalizerOf } from '@kubewright/replication/names'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Clusters, conditionOf, Subnet, subnet, type TestCluster, toLabelled } from './clusters.ts'

const ref = { name: 'net', namespace: 'default' }

const place = (from: TestCluster, name = 'net') => ({
  namespace: tenantNamespace(from.identity),
  name: replicaName({ namespace: 'default', name }),
})

async function reasonAt(client: Client, name = 'net') {
  return conditionOf(await client.get(Subnet, { ...ref, name }))?.reason
}

describe('replication peer', () => {
  it('is reported as Unreachable after a while, delays no other peer, and converges after recovery', async () => {
    await using clusters = new Clusters()
    const [a, b, c] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('c')]
    const { peers } = clusters.run(a)
    const toB = await clusters.join(peers, b, a)
    await clusters.join(peers, c, a)
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

  it('gets no writes if its connection leads to another cluster', async () => {
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

  it('is not used if it has the identity of another peer or of this cluster', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    const { client } = await clusters.join(peers, b, a)
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

  it('is reported as TenantMissing if it has not accepted this cluster', async () => {
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

  it('loses all its replicas before it is removed', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    await clusters.join(peers, b, a)
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

  it('loses orphaned replicas and can leave even if it syncs before the home cluster', async () => {
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

  it('holds originals while lost, until it is abandoned, which lists the remaining replicas', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers, replicator } = clusters.run(a)
    const { link } = await clusters.join(peers, b, a)
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

  it('is not affected by clock jumps or timestamps of the future', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    await clusters.join(peers, b, a)
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

describe('replication peer restored from a backup with lower resourceVersions', () => {
  it('is detected although its watches are silent, resynced, and reported for an hour', async () => {
    await using clusters = new Clusters()
    const [a, b, restored] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('restored')]
    const { peers, replicator } = clusters.run(a)
    const { client, link } = await clusters.accept(b, a)
    await clusters.accept({ ...restored, identity: b.identity }, a) // the same cluster, before any replica
    peers.add({ name: 'b', identity: b.identity, client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('10s')
    for (let writes = 0; writes < 50; writes++) await b.client.patch(Subnet, place(a), annotated(writes))
    await clusters.clock.advance('10s')
    expect(await reasonAt(a.client)).toBe('Synced')

    clusters.redirect(link, restored, a)
    b.server.faults.closeWatches()
    await clusters.clock.advance('7m') // the next verification of its identity
    expect((await restored.client.get(Subnet, place(a))).spec).toEqual({ cidr: '10.0.0.0/16' })
    expect(await reasonAt(a.client)).toBe('Synced')
    expect(replicator.peers).toMatchObject([
      { state: { phase: 'ready' }, warning: { code: 'KW_REPLICATION_RESTORED' } },
    ])
    await restored.client.status.patch(Subnet, place(a), { status: { given: 'again' } })
    await clusters.clock.advance('5s')
    expect((await a.client.get(Subnet, ref)).status?.given).toBe('again')
    await clusters.clock.advance('1h')
    expect(replicator.peers[0]?.warning).toBeUndefined()
  })

  it('is detected although one of its kinds cannot be listed', async () => {
    await using clusters = new Clusters()
    const [a, b, restored] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('restored')]
    const maps = defineReplication({ name: 'maps', resource: ConfigMap, destination: () => undefined })
    const { peers, replicator } = clusters.run(a, { replications: [maps, toLabelled] })
    const kinds = [ConfigMap, Subnet] as never
    const { client, link } = await clusters.accept(b, a, kinds)
    await clusters.accept({ ...restored, identity: b.identity }, a, kinds)
    peers.add({ name: 'b', identity: b.identity, client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('10s')
    for (let writes = 0; writes < 50; writes++) await b.client.patch(Subnet, place(a), annotated(writes))
    await clusters.clock.advance('10s')
    clusters.redirect(link, restored, a)
    const { instead } = link
    link.instead = (request) =>
      /\/configmaps\?.*limit=1\b/.test(request.path) ? Promise.resolve(json(403, forbidden)) : instead?.(request)
    b.server.faults.closeWatches()
    await clusters.clock.advance('7m')
    expect((await restored.client.get(Subnet, place(a))).spec).toEqual({ cidr: '10.0.0.0/16' })
    expect(replicator.peers).toMatchObject([{ warning: { code: 'KW_REPLICATION_RESTORED' } }])
  })

  it('is resynced only every few minutes, whatever resourceVersions it claims', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { log, entries } = recordedLog()
    const { peers } = clusters.run(a, { log })
    const { client, link } = await clusters.accept(b, a)
    await a.client.create(Subnet, subnet('net', 'b'))
    link.instead = (request) => {
      if (!request.path.includes('/subnets?')) return undefined
      if (request.path.includes('sendInitialEvents')) return Promise.resolve(json(422, { kind: 'Status', code: 422 }))
      if (request.path.includes('watch=')) return Promise.resolve(json(500, { kind: 'Status', code: 500 }))
      const list = { kind: 'SubnetList', apiVersion: 'net.example.dev/v1', items: [] }
      const resourceVersion = /limit=1\b/.test(request.path) ? '1' : '9999999'
      return Promise.resolve(json(200, { ...list, metadata: { resourceVersion } }))
    }
    peers.add({ name: 'b', identity: b.identity, client })
    await clusters.clock.advance('10m')
    const restarts = entries.filter(({ message }) => message.includes('restored')).length
    expect(restarts).toBeGreaterThanOrEqual(1)
    expect(restarts).toBeLessThanOrEqual(3)
    expect(link.sent.length).toBeLessThan(300)
  })

  const forbidden = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 403, reason: 'Forbidden' }
  const json = (status: number, value: object) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: textBody(JSON.stringify(value)),
  })

  const annotated = (value: number) => ({ metadata: { annotations: { 'example.dev/count': String(value) } } })
})

describe('replication peer with a lagging API server', () => {
  it('is reported as StaleState after a while, and used again once the server has caught up', async () => {
    await using clusters = new Clusters()
    const [a, b, lagging] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('lagging')]
    const { peers, replicator } = clusters.run(a)
    const { client, link } = await clusters.accept(b, a)
    await clusters.accept({ ...lagging, identity: b.identity }, a)
    peers.add({ name: 'b', identity: b.identity, client })
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('10s')
    clusters.redirect(link, lagging, a, (path) => path.includes('sendInitialEvents'))
    await b.client.create(ConfigMap, { metadata: { name: 'any' } })
    b.server.faults.compact() // the watch cannot resume, and lists from the server that lags
    b.server.faults.closeWatches()
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client)).toBe('Synced') // a few seconds are no news
    await clusters.clock.advance('2m')
    expect(conditionOf(await a.client.get(Subnet, ref))).toMatchObject({
      status: 'False',
      reason: 'StaleState',
      message: expect.stringContaining('lags behind'),
    })
    expect(replicator.peers[0]?.warning).toBeUndefined() // it was not restored
    link.instead = undefined
    await clusters.clock.advance('2m')
    expect(await reasonAt(a.client)).toBe('Synced')
  })
})

describe('replication peer whose clock is an hour ahead', () => {
  it('still gets its objects, with a warning', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b', Subnet, 3_600_000)]
    const { peers, replicator } = clusters.run(a)
    await clusters.join(peers, b, a)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client)).toBe('Synced')
    const [report] = replicator.peers
    expect(report).toMatchObject({ state: { phase: 'ready' }, warning: { code: 'KW_REPLICATION_CLOCK' } })
    expect(report?.warning?.message).toContain('its clock is 1h ahead')
  })
})

describe('replicated kind', () => {
  it('is reported as KindMissing if a peer does not serve it, and replicated once it does', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b', null)]
    const { peers } = clusters.run(a)
    await clusters.join(peers, b, a)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('10s')
    expect(await reasonAt(a.client)).toBe('KindMissing')
    await clusters.install(b.client, Subnet)
    await clusters.clock.advance('2m')
    expect(await reasonAt(a.client)).toBe('Synced')
  })

  it('is reported as Forbidden without permission at the peer, and replicated again once granted', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    await clusters.join(peers, b, a)
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

  it("is reported as SchemaDiffers if the peer's schema prunes fields, without repeated writes", async () => {
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
    const { link } = await clusters.join(peers, b, a)
    await a.client.create(Subnet, { ...subnet('net', 'b'), spec: { cidr: '10.0.0.0/16', note: 'new' } })
    await clusters.clock.advance('10s')
    const { reason, message } = conditionOf(await a.client.get(Subnet, ref))!
    expect([reason, message]).toEqual(['SchemaDiffers', expect.stringContaining('spec.note')])
    const writes = link.sent.filter((line) => /^(POST|PATCH)/.test(line)).length
    await clusters.clock.advance('10m')
    expect(link.sent.filter((line) => /^(POST|PATCH)/.test(line))).toHaveLength(writes)
  })

  it('is reported if its returned status is refused at home, and returned once valid', async () => {
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
    const { log, entries } = recordedLog()
    const { peers } = clusters.run(a, { log })
    await clusters.join(peers, b, a)
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
    expect(entries.filter(({ level }) => level === 'warn')).toHaveLength(1)
    await b.client.status.patch(Subnet, place(a), { status: { given: 'ok' } })
    await clusters.clock.advance('5s')
    expect((await a.client.get(Subnet, ref)).status?.given).toBe('ok')
    expect(await reasonAt(a.client)).toBe('Synced')
  })

  it('reports problems in an annotation if it has no status', async () => {
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

describe('replicated object', () => {
  it('is reported if its place is occupied, its name does not fit, or the peer refuses it; others continue', async () => {
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
    await clusters.join(peers, b, a)
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

  it("is reported as TooLarge if defaults of the peer's schema make it too large", async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b', withDefault('x'.repeat(200_000)))]
    const { peers } = clusters.run(a)
    await clusters.join(peers, b, a)
    await clusters.clock.advance('1s')
    // A server stores at most 1.5 MiB.
    await a.client.create(Subnet, { ...subnet('net', 'b'), spec: { cidr: '10.0.0.0/16', note: 'n'.repeat(1_450_000) } })
    await clusters.clock.advance('1m')
    expect(conditionOf(await a.client.get(Subnet, ref))).toMatchObject({
      reason: 'TooLarge',
      message: expect.stringContaining('request is too large'),
    })
    expect((await b.client.list(Subnet, {})).items).toEqual([])
    await a.client.patch(Subnet, ref, { spec: { note: 'short' } })
    await clusters.clock.advance('2m')
    expect(await reasonAt(a.client)).toBe('Synced')
  })

  it('is reported if its returned status makes it too large, and gets the status once there is room', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    await clusters.join(peers, b, a)
    const annotations = { 'example.dev/notes': 'a'.repeat(200_000) } // not copied, so there is more room there
    const original = subnet('net', 'b')
    await a.client.create(Subnet, {
      metadata: { ...original.metadata, annotations },
      spec: { cidr: '10.0.0.0/16', note: 'n'.repeat(1_000_000) },
    })
    await clusters.clock.advance('5s')
    expect(await reasonAt(a.client)).toBe('Synced')
    await b.client.status.patch(Subnet, place(a), { status: { given: 'g'.repeat(400_000) } })
    await clusters.clock.advance('1m')
    const home = await a.client.get(Subnet, ref)
    expect(conditionOf(home)).toMatchObject({
      status: 'False',
      reason: 'StatusRejected',
      message: expect.stringContaining('Make the status there or the original smaller'),
    })
    expect(home.status?.given).toBeUndefined()
    await a.client.patch(Subnet, ref, { metadata: { annotations: { 'example.dev/notes': null } } } as never)
    await clusters.clock.advance('2m')
    const after = await a.client.get(Subnet, ref)
    expect([after.status?.given?.length, conditionOf(after)?.reason]).toEqual([400_000, 'Synced'])
  })
})

/** The kind in a version that adds a field. */
function withDefault(value: string) {
  return defineResource({
    group: 'net.example.dev',
    version: 'v1',
    kind: 'Subnet',
    scope: 'Namespaced',
    spec: z.object({ cidr: z.string(), note: z.string().optional(), added: z.string().default(value) }),
    status: z.object({ given: z.string().optional() }),
    conditions: ['Replicated', 'Accepted'],
  })
}
