/** Replication between two embedded clusters with tenant permissions. */
import { ignoreNotFound } from '@kubewright/client'
import { replicaName, tenantNamespace } from '@kubewright/replication'
import { finalizerOf } from '@kubewright/replication/names'
import { describe, expect, it } from 'vitest'
import { Clusters, conditionOf, Subnet, subnet } from './clusters.ts'

async function twoClusters(clusters: Clusters) {
  const [a, b] = [await clusters.start('a'), await clusters.start('b')]
  const { client, link } = await clusters.accept(b, a)
  const running = clusters.run(a)
  running.peers.add({ name: 'b', identity: b.identity, client })
  await clusters.clock.advance('1s')
  const place = (name: string) => ({
    namespace: tenantNamespace(a.identity),
    name: replicaName({ namespace: 'default', name }),
  })
  return { a, b, link, running, place, tenantClient: client }
}

describe('replication', () => {
  it('creates a replica in the tenant namespace, updates its spec, and returns the status', async () => {
    await using clusters = new Clusters()
    const { a, b, place } = await twoClusters(clusters)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('1s')
    const replica = await b.client.get(Subnet, place('net'))
    expect(replica).toMatchObject({ spec: { cidr: '10.0.0.0/16' }, metadata: { labels: { 'example.dev/to': 'b' } } })

    await b.client.status.patch(Subnet, place('net'), { status: { given: '10.9.0.0/16', observedGeneration: 1 } })
    await clusters.clock.advance('1s')
    const home = await a.client.get(Subnet, { name: 'net', namespace: 'default' })
    expect(home.status).toMatchObject({ given: '10.9.0.0/16', observedGeneration: 1 })
    expect(conditionOf(home)).toMatchObject({ status: 'True', reason: 'Synced' })
    expect(home.metadata.finalizers).toEqual([finalizerOf(b.identity)])

    await a.client.patch(Subnet, { name: 'net', namespace: 'default' }, { spec: { cidr: '10.7.0.0/16' } })
    await clusters.clock.advance('1s')
    const changed = await b.client.get(Subnet, place('net'))
    expect(changed.spec.cidr).toBe('10.7.0.0/16')
    expect(changed.metadata.uid).toBe(replica.metadata.uid)
    // The receiver has observed its first generation only.
    expect((await a.client.get(Subnet, { name: 'net', namespace: 'default' })).status?.observedGeneration).toBe(1)
  })

  it('needs at most two requests for a change and its returned status', async () => {
    await using clusters = new Clusters()
    const { a, b, place, link, running } = await twoClusters(clusters)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('1s')
    const counted = () => [...link.sent, ...running.link.sent].filter((line) => !line.includes('watch='))
    const before = counted().length
    await a.client.patch(Subnet, { name: 'net', namespace: 'default' }, { spec: { cidr: '10.7.0.0/16' } })
    await clusters.clock.advance('1s')
    await b.client.status.patch(Subnet, place('net'), { status: { given: '10.9.0.0/16' } })
    await clusters.clock.advance('1s')
    expect(counted().slice(before)).toHaveLength(2)
  })

  it('deletes the replica first, and holds the original by finalizer until then', async () => {
    await using clusters = new Clusters()
    const { a, b, place } = await twoClusters(clusters)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('1s')
    await b.client.patch(Subnet, place('net'), { metadata: { finalizers: ['example.dev/hold'] } })
    await a.client.delete(Subnet, { name: 'net', namespace: 'default' })
    await clusters.clock.advance('1s')
    const held = await a.client.get(Subnet, { name: 'net', namespace: 'default' })
    expect(conditionOf(held)).toMatchObject({ status: 'False', reason: 'ReplicaTerminating' })
    await b.client.patch(Subnet, place('net'), { metadata: { finalizers: [] } })
    await clusters.clock.advance('1s')
    expect(await a.client.get(Subnet, { name: 'net', namespace: 'default' }).catch(ignoreNotFound)).toBeUndefined()
    expect(await b.client.get(Subnet, place('net')).catch(ignoreNotFound)).toBeUndefined()
  })

  it('deletes the replica when the original gets another destination', async () => {
    await using clusters = new Clusters()
    const { a, b, place } = await twoClusters(clusters)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('1s')
    await a.client.patch(
      Subnet,
      { name: 'net', namespace: 'default' },
      { metadata: { labels: { 'example.dev/to': 'c' } } },
    )
    await clusters.clock.advance('1s')
    expect(await b.client.get(Subnet, place('net')).catch(ignoreNotFound)).toBeUndefined()
    const home = await a.client.get(Subnet, { name: 'net', namespace: 'default' })
    expect(home.metadata.finalizers ?? []).toEqual([])
    expect(conditionOf(home)).toMatchObject({ status: 'False', reason: 'PeerUnknown' })
  })

  it('reverts manual edits of a replica, also added fields, and keeps foreign labels', async () => {
    await using clusters = new Clusters()
    const { a, b, place } = await twoClusters(clusters)
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('1s')
    await b.client.patch(Subnet, place('net'), {
      metadata: { labels: { 'example.dev/seen': 'yes', 'example.dev/to': 'x' } },
      spec: { cidr: '10.66.0.0/16', note: 'mine' },
    })
    await clusters.clock.advance('1s')
    const replica = await b.client.get(Subnet, place('net'))
    expect(replica.spec).toEqual({ cidr: '10.0.0.0/16' })
    expect(replica.metadata.labels).toMatchObject({ 'example.dev/seen': 'yes', 'example.dev/to': 'b' })
  })

  it('writes once per observed version, without repeats, while its watch lags', async () => {
    await using clusters = new Clusters()
    const { a, running } = await twoClusters(clusters)
    using _ = a.server.faults.delayEvents({ kind: Subnet }, '2s')
    const names = Array.from({ length: 20 }, (_unused, index) => `net-${index}`)
    for (const name of names) await a.client.create(Subnet, subnet(name, 'nobody'))
    await clusters.clock.advance('1s')
    for (const name of names)
      await a.client.patch(Subnet, { name, namespace: 'default' }, { spec: { note: 'changed' } })
    await clusters.clock.advance('1m')
    for (const name of names)
      expect(conditionOf(await a.client.get(Subnet, { name, namespace: 'default' }))?.reason).toBe('PeerUnknown')
    const writes = running.link.sent.filter((line) => line.startsWith('PATCH '))
    expect(writes.length).toBeLessThanOrEqual(names.length * 2) // one meets a conflict, the next knows the newer version
  })

  it('retries after a conflict that no watch event follows', async () => {
    await using clusters = new Clusters()
    const { a } = await twoClusters(clusters)
    a.server.faults.fail({ verb: 'patch', kind: Subnet, times: 2 }, 409)
    await a.client.create(Subnet, subnet('net', 'nobody'))
    await clusters.clock.advance('30s')
    expect(conditionOf(await a.client.get(Subnet, { name: 'net', namespace: 'default' }))?.reason).toBe('PeerUnknown')
  })

  it('does not replicate replicas, whatever their labels', async () => {
    await using clusters = new Clusters()
    const { a, b, place } = await twoClusters(clusters)
    const back = await clusters.accept(a, b)
    const other = clusters.run(b)
    other.peers.add({ name: 'b', identity: a.identity, client: back.client }) // the label on the replica names it
    await a.client.create(Subnet, subnet('net', 'b'))
    await clusters.clock.advance('10s')
    await b.client.patch(Subnet, place('net'), {
      metadata: { labels: { 'replication.kubewright.dev/origin': null } } as never,
    })
    await clusters.clock.advance('10s')
    expect((await a.client.list(Subnet, { namespace: tenantNamespace(b.identity) })).items).toEqual([])
    expect((await b.client.list(Subnet, {})).items).toHaveLength(1)
  })
})
