/** Peers that answer garbage, nothing or errors, and concurrent replicators: other peers are not affected. */
import type { TransportRequest, TransportResponse } from '@kubewright/client/transport'
import { ignoreNotFound } from '@kubewright/client'
import { textBody } from '@kubewright/client/testing'
import { onAbort } from '@kubewright/core/tasks'
import { recordedLog } from '@kubewright/core/testing'
import { createPeers, createReplicator, replicaName, tenantNamespace } from '@kubewright/replication'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Answers, Clusters, conditionOf, Subnet, subnet, type TestCluster } from './clusters.ts'

const ref = { name: 'net', namespace: 'default' }
const place = (from: TestCluster, name = 'net') => ({
  namespace: tenantNamespace(from.identity),
  name: replicaName({ namespace: 'default', name }),
})

function answer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): TransportResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: textBody(text) }
}

const status = (code: number, reason: string) =>
  JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: 'so it is' })

/** Until the caller gives up. */
function silence({ scope, signal }: TransportRequest): Promise<never> {
  return new Promise((_, reject) => {
    if (scope !== undefined) void scope.onAbort(() => reject(scope.reason as Error))
    else if (signal !== undefined) void onAbort(signal, () => reject(signal.reason as Error))
  })
}

/** An open watch without events. */
async function silentWatch(request: TransportRequest): Promise<TransportResponse> {
  const body = {
    text: () => silence(request),
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      yield await silence(request)
    },
  }
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

const isWrite = ({ method }: TransportRequest) => method !== 'GET'
const hostile: readonly (readonly [string, Answers])[] = [
  ['answers everything with 500', async () => answer(500, status(500, 'InternalError'))],
  ['answers everything with 429', async () => answer(429, status(429, 'TooManyRequests'), { 'retry-after': '1' })],
  ['answers everything with 410', async () => answer(410, status(410, 'Expired'))],
  ['answers nothing at all', silence],
  ['answers writes with nothing', (request) => (isWrite(request) ? silence(request) : undefined)],
  ['answers with garbage', async () => answer(200, '{"kind":"Subnet","metadata":{"name":')],
  ['answers with an HTML page', async () => answer(200, '<html>Welcome</html>', { 'content-type': 'text/html' })],
  ['answers with another kind', async () => answer(200, '{"kind":"Status","apiVersion":"v1","metadata":{}}')],
  ['answers with null', async () => answer(200, 'null')],
  ['answers writes with garbage', (request) => (isWrite(request) ? Promise.resolve(answer(200, '{]')) : undefined)],
  [
    'answers with a prototype in its labels',
    async () => answer(200, '{"kind":"Namespace","apiVersion":"v1","metadata":{"labels":{"__proto__":{"x":"y"}}}}'),
  ],
]

describe('replication to a peer that', () => {
  it.each(hostile)(
    '%s: no other peer is delayed, home is unchanged, and it converges after recovery',
    async (_, instead) => {
      await using clusters = new Clusters()
      const [a, b, c] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('c')]
      const { peers } = clusters.run(a)
      const toB = await clusters.join(peers, b, a)
      await clusters.join(peers, c, a)
      await a.client.create(Subnet, subnet('net', 'b'))
      await clusters.clock.advance('2s')
      toB.link.instead = instead
      await a.client.patch(Subnet, ref, { spec: { cidr: '10.9.0.0/16' } })
      await a.client.create(Subnet, subnet('other', 'c'))
      await a.client.create(Subnet, subnet('late', 'b'))
      await clusters.clock.advance('3s')
      expect((await c.client.get(Subnet, place(a, 'other'))).spec.cidr).toBe('10.0.0.0/16')
      const sent = toB.link.sent.length
      await clusters.clock.advance('5m')
      // Back-off with four workers keeps far below a request a second.
      expect(toB.link.sent.length - sent).toBeLessThan(150)
      expect((await a.client.get(Subnet, ref)).spec.cidr).toBe('10.9.0.0/16')

      toB.link.instead = undefined
      await clusters.clock.advance('3m')
      for (const name of ['net', 'late']) {
        const home = await a.client.get(Subnet, { ...ref, name })
        expect((await b.client.get(Subnet, place(a, name))).spec).toEqual(home.spec)
        expect(conditionOf(home)).toMatchObject({ status: 'True', reason: 'Synced' })
      }
    },
  )

  it('has a silent watch still sends changes of originals', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers } = clusters.run(a)
    const { link } = await clusters.join(peers, b, a)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('2s')
    link.instead = (request) => (request.path.includes('watch=') ? silentWatch(request) : undefined)
    b.server.faults.compact() // ends nothing by itself; the next watch is the silent one
    await a.client.patch(Subnet, ref, { spec: { cidr: '10.9.0.0/16' } })
    await clusters.clock.advance('2s')
    expect((await b.client.get(Subnet, place(a))).spec.cidr).toBe('10.9.0.0/16')
    link.instead = undefined
    await b.client.status.patch(Subnet, place(a), { status: { given: 'x' } })
    await clusters.clock.advance('1h') // watches do not last for ever
    expect((await a.client.get(Subnet, ref)).status?.given).toBe('x')
  })
})

const malformed: readonly (readonly [string, object])[] = [
  ['a slash in its name', { name: 'a.b/c', uid: 'u1' }],
  ['a number as its name', { name: 7, uid: 'u1' }],
  ['no name', { uid: 'u1' }],
  ['null as its annotations', { name: 'default.a', uid: 'u1', annotations: null }],
  ['null as its labels', { name: 'default.a', uid: 'u1', labels: null }],
  ['an object as a label', { name: 'default.a', uid: 'u1', labels: { a: {} } }],
]

describe('replication to a peer that lists an object with', () => {
  it.each(malformed)('%s still works, and the peer can leave', async (_, metadata) => {
    await using clusters = new Clusters()
    const [a, b, c] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('c')]
    const { log, entries } = recordedLog()
    const { peers } = clusters.run(a, { log })
    const namespace = tenantNamespace(a.identity)
    const items = [{ metadata: { ...metadata, namespace, resourceVersion: '1' }, spec: { cidr: 'x' } }]
    const list = { kind: 'SubnetList', apiVersion: 'net.example.dev/v1', metadata: { resourceVersion: '1' }, items }
    for (const peer of [b, c]) {
      const { client, link } = await clusters.accept(peer, a)
      link.instead = (request) => {
        if (isWrite(request) || !request.path.includes('/subnets?')) return undefined
        if (request.path.includes('sendInitialEvents')) return Promise.resolve(answer(422, status(422, 'Invalid')))
        if (request.path.includes('watch=')) return silentWatch(request)
        return Promise.resolve(answer(200, JSON.stringify(list)))
      }
      peers.add({ name: peer.name, identity: peer.identity, client })
    }
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('10s')
    expect((await b.client.get(Subnet, place(a))).spec.cidr).toBe('10.0.0.0/16')
    const kind = 'subnets.net.example.dev'
    const warnings = entries.filter(({ level }) => level === 'warn')
    expect(warnings.map(({ fields }) => fields)).toEqual(['b', 'c'].map((peer) => ({ peer, kind })))
    void peers.leave('c')
    await clusters.clock.advance('10s')
    expect(peers.all.map(({ name }) => name)).toEqual(['b'])
  })
})

describe('two replicators of one cluster', () => {
  it('converge to the same result as one, and stop writing', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { client, link } = await clusters.accept(b, a)
    const runs = [1, 2].map(() => {
      const peers = createPeers()
      peers.add({ name: 'b', identity: b.identity, client })
      return clusters.run(a, { peers })
    })
    for (const name of ['net', 'other', 'third']) await a.client.create(Subnet, subnet(name, 'b'))
    await clusters.clock.advance('10s')
    const uids = (await b.client.list(Subnet, {})).items.map(({ metadata }) => metadata.uid)
    expect(uids).toHaveLength(3)
    for (let at = 0; at < 5; at++) {
      await a.client.patch(Subnet, ref, { spec: { cidr: `10.${at}.0.0/16` } })
      await b.client.status.patch(Subnet, place(a, 'other'), { status: { given: `${at}` } })
      await clusters.clock.advance('300ms')
    }
    await a.client.delete(Subnet, { ...ref, name: 'third' })
    await clusters.clock.advance('1m')
    expect((await b.client.get(Subnet, place(a))).spec.cidr).toBe('10.4.0.0/16')
    expect((await a.client.get(Subnet, { ...ref, name: 'other' })).status?.given).toBe('4')
    expect(await a.client.get(Subnet, { ...ref, name: 'third' }).catch(ignoreNotFound)).toBeUndefined()
    const left = (await b.client.list(Subnet, {})).items.map(({ metadata }) => metadata.uid)
    expect(left.every((uid) => uids.includes(uid))).toBe(true) // none was recreated
    expect(left).toHaveLength(2)
    const writes = () =>
      [link, ...runs.map((run) => run.link)].flatMap(({ sent }) => sent).filter((one) => !one.startsWith('GET')).length
    const before = writes()
    await clusters.clock.advance('1h')
    expect(writes()).toBe(before)
  })
})

/** The kind in a version that refuses long statuses. */
const strict = defineResource({
  group: 'net.example.dev',
  version: 'v1',
  kind: 'Subnet',
  scope: 'Namespaced',
  spec: z.object({ cidr: z.string() }),
  status: z.object({ given: z.string().max(4).optional() }),
  conditions: ['Replicated'],
})

describe('replication from a peer with frequent status changes', () => {
  const statusWrites = (sent: readonly string[]) => sent.filter((one) => /^PATCH .*\/status/.test(one)).length

  it('writes the status of one object at home once a second, and the last one arrives', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers, link } = clusters.run(a)
    await clusters.join(peers, b, a)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('1m')
    const before = statusWrites(link.sent)
    for (let at = 1; at <= 1_500; at++) {
      await b.client.status.patch(Subnet, place(a), { status: { given: `${at}` } })
      await clusters.clock.advance(1)
    }
    expect(statusWrites(link.sent) - before).toBeGreaterThanOrEqual(5) // the first ones come back at once
    expect(statusWrites(link.sent) - before).toBeLessThanOrEqual(8)
    await clusters.clock.advance('1s')
    expect((await a.client.get(Subnet, ref)).status?.given).toBe('1500')
  })

  it('limits the rate for all objects of the peer, and delays no other peer', async () => {
    await using clusters = new Clusters()
    const [a, b, c] = [await clusters.start('a'), await clusters.start('b'), await clusters.start('c')]
    const { peers, link } = clusters.run(a, { statusesPerSecond: 2 })
    await clusters.join(peers, b, a)
    await clusters.join(peers, c, a)
    const names = Array.from({ length: 40 }, (_, at) => `net-${at}`)
    for (const name of names) await a.client.create(Subnet, subnet(name, 'b'))
    await a.client.create(Subnet, subnet('net', 'c'))
    await clusters.clock.advance('1m')
    const before = statusWrites(link.sent)
    for (const name of names) await b.client.status.patch(Subnet, place(a, name), { status: { given: 'once' } })
    await clusters.clock.advance('5s')
    expect(statusWrites(link.sent) - before).toBeLessThanOrEqual(10 + 5 * 2) // its burst, and two a second
    await c.client.status.patch(Subnet, place(a), { status: { given: 'c' } })
    await clusters.clock.advance('100ms')
    expect((await a.client.get(Subnet, ref)).status?.given).toBe('c')
    await clusters.clock.advance('15s')
    const { items } = await a.client.list(Subnet, {})
    expect(items.filter(({ status: returned }) => returned?.given === 'once')).toHaveLength(40)
  })

  it('writes one condition a second when replicas are deleted repeatedly, and the last one is right', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a'), await clusters.start('b')]
    const { peers, link } = clusters.run(a)
    await clusters.join(peers, b, a)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('1m')
    const before = statusWrites(link.sent)
    for (let round = 0; round < 100; round++) {
      await b.client.patch(Subnet, place(a), { metadata: { finalizers: ['example.dev/held'] } })
      await b.client.delete(Subnet, place(a))
      await clusters.clock.advance(10)
      await b.client.patch(Subnet, place(a), { metadata: { finalizers: [] } })
      await clusters.clock.advance(10)
    }
    expect(statusWrites(link.sent) - before).toBeGreaterThanOrEqual(5) // the first changes are reported at once
    expect(statusWrites(link.sent) - before).toBeLessThanOrEqual(8)
    await clusters.clock.advance('2s')
    expect(conditionOf(await a.client.get(Subnet, ref))).toMatchObject({ reason: 'Synced' })
    await b.client.patch(Subnet, place(a), { metadata: { finalizers: ['example.dev/held'] } })
    await b.client.delete(Subnet, place(a))
    await clusters.clock.advance('2s')
    expect(conditionOf(await a.client.get(Subnet, ref))).toMatchObject({ reason: 'ReplicaTerminating' })
  })

  it('retries statuses that home refuses with back-off, without using up the rate of other objects', async () => {
    await using clusters = new Clusters()
    const [a, b] = [await clusters.start('a', strict), await clusters.start('b')]
    const { peers, link } = clusters.run(a, { statusesPerSecond: 2 })
    await clusters.join(peers, b, a)
    const names = Array.from({ length: 40 }, (_, at) => `net-${at}`)
    for (const name of [...names, 'net']) await a.client.create(Subnet, subnet(name, 'b'))
    await clusters.clock.advance('1m')
    for (const name of names) await b.client.status.patch(Subnet, place(a, name), { status: { given: 'too long' } })
    await clusters.clock.advance('10m')
    const before = statusWrites(link.sent)
    await clusters.clock.advance('5m')
    expect(statusWrites(link.sent) - before).toBeLessThanOrEqual(5 * 40) // each once a minute
    await b.client.status.patch(Subnet, place(a), { status: { given: 'good' } })
    await clusters.clock.advance('1s')
    expect((await a.client.get(Subnet, ref)).status?.given).toBe('good')
  })

  it.each([0, -1, Number.NaN, Infinity, '5'])('refuses the rate limit %s', (statusesPerSecond) => {
    const create = () => createReplicator({ statusesPerSecond, peers: createPeers(), replications: [] } as never)
    expect(create).toThrow(expect.objectContaining({ code: 'KW_REPLICATION_OPTION' }))
  })
})
