import { formatMicroTime } from '@kubewright/core/time'
import { ConfigMap } from '@kubewright/kubernetes'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { ringLabel, sharderHolder, shardLeaseName, shardNameLabel, stateLabel } from '@kubewright/sharding'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { create, pass, places, replica, ring, stopAll } from './replicas.ts'

const leaseOf = (shard: string) => ({ namespace: 'default', name: shardLeaseName(ring, shard) })

async function hold(cluster: Cluster, shard: string, holderIdentity: string, leaseDurationSeconds = 15): Promise<void> {
  const time = formatMicroTime(cluster.clock.now())
  const labels = { [ringLabel]: ring, [shardNameLabel]: shard }
  await cluster.client.create(Lease, {
    metadata: { ...leaseOf(shard), labels },
    spec: { holderIdentity, leaseDurationSeconds, renewTime: time, acquireTime: time, leaseTransitions: 0 },
  })
}

async function write(cluster: Cluster, shard: string, spec: object): Promise<void> {
  const renewTime = formatMicroTime(cluster.clock.now())
  await cluster.client.patch(Lease, leaseOf(shard), { spec: { renewTime, ...spec } } as never)
}

async function stateOf(cluster: Cluster, shard: string): Promise<string | undefined> {
  const { items } = await cluster.client.list(Lease, { namespace: 'default', labels: `${shardNameLabel}=${shard}` })
  return items[0]?.metadata.labels?.[stateLabel]
}

describe('shard lease', () => {
  it('goes through ready, expired and dead, is acquired and released, and is deleted in the end', async () => {
    await using cluster = await startCluster()
    const heir = replica(cluster, 'a')
    await pass(cluster, 6, heir)
    await hold(cluster, 'hand', 'hand/1')
    const after = async (seconds: number) => {
      for (let turn = 0; turn < seconds; turn++) await cluster.advance('1s')
      return stateOf(cluster, 'hand')
    }
    expect(await after(2)).toBe('ready')
    expect(await after(15)).toBe('expired')
    await write(cluster, 'hand', {})
    expect(await after(2)).toBe('ready')
    expect(await after(15)).toBe('expired')
    expect(await after(15)).toBe('dead')
    const { spec } = await cluster.client.get(Lease, leaseOf('hand'))
    expect(spec).toMatchObject({ holderIdentity: sharderHolder, leaseDurationSeconds: 30, leaseTransitions: 1 })
    await write(cluster, 'hand', { holderIdentity: 'hand/2', leaseDurationSeconds: 15 })
    expect(await after(2)).toBe('ready')
    await write(cluster, 'hand', { holderIdentity: '', leaseDurationSeconds: 1 })
    expect(await after(2)).toBe('dead')
    expect(await after(70)).toBeUndefined()
    await stopAll(cluster, heir)
  })

  it('is created with labels, renewed while its shard runs, and released when it stops', async () => {
    await using cluster = await startCluster()
    const one = replica(cluster, 'a')
    await pass(cluster, 6, one)
    const { metadata, spec } = await cluster.client.get(Lease, leaseOf('a'))
    expect(metadata.labels).toEqual({ [ringLabel]: ring, [shardNameLabel]: 'a', [stateLabel]: 'ready' })
    expect(spec).toMatchObject({ holderIdentity: expect.stringMatching(/^a\/.+/) as string, leaseDurationSeconds: 15 })
    await pass(cluster, 6, one)
    const later = await cluster.client.get(Lease, leaseOf('a'))
    expect(later.spec!.renewTime! > spec!.renewTime!).toBe(true)
    expect(later.metadata.labels?.[stateLabel]).toBe('ready')
    await stopAll(cluster, one)
    expect((await cluster.client.get(Lease, leaseOf('a'))).spec?.holderIdentity).toBe('')
  })

  it('is not taken by its shard while the sharder holds it', async () => {
    await using cluster = await startCluster()
    const first = replica(cluster, 'a')
    await pass(cluster, 6, first)
    await hold(cluster, 'b', sharderHolder, 30)
    const second = replica(cluster, 'b')
    for (let turn = 0; turn < 20; turn++) await cluster.advance('1s')
    expect((await cluster.client.get(Lease, leaseOf('b'))).spec?.holderIdentity).toBe(sharderHolder)
    for (let turn = 0; turn < 15; turn++) await cluster.advance('1s')
    expect((await cluster.client.get(Lease, leaseOf('b'))).spec).toMatchObject({
      holderIdentity: expect.stringMatching(/^b\//) as string,
      leaseTransitions: 1,
    })
    await stopAll(cluster, first, second)
  })

  it('names the new holder, or the conflicts, in the error when it is lost', async () => {
    await using cluster = await startCluster()
    const lost = async (name: string, take: () => Promise<unknown>) => {
      const one = replica(cluster, name)
      await pass(cluster, 6, one)
      await take()
      for (let turn = 0; turn < 15; turn++) await cluster.advance('1s')
      return String(await one.ended).replace(/^.*ring maps: /, '')
    }
    const next = 'Let the process exit and restart: it may no longer act on its objects.'
    const by = (holderIdentity: string) => (name: string) => write(cluster, name, { holderIdentity })
    expect(await lost('a', () => by('a/2')('a'))).toBe(`a/2 holds its lease. ${next}`)
    expect(await lost('b', () => by(sharderHolder)('b'))).toBe(
      `the sharder has taken over its lease, and assigns its objects to other shards. ${next}`,
    )
    using _fault = cluster.faults.fail({ verb: 'patch', kind: Lease }, { code: 409, reason: 'Conflict', message: 'x' })
    expect(await lost('c', async () => undefined)).toContain(
      '5 writes in a row met a conflict (409): other programs write to it',
    )
  })

  it('is waited for while a process of the same name holds it, logged once, and taken when that stops', async () => {
    await using cluster = await startCluster()
    const first = replica(cluster, 'a')
    await pass(cluster, 6, first)
    const second = replica(cluster, 'other', { identity: 'a' })
    const wonders = () => second.log.messages.filter((one) => one.includes('check for a duplicate shard name')).length
    for (let turn = 0; turn < 40; turn++) await cluster.advance('1s')
    expect([second.manager.state.standing.isActing, wonders()]).toEqual([false, 0])
    for (let turn = 0; turn < 60; turn++) await cluster.advance('1s')
    expect([second.manager.state.standing.isActing, wonders()]).toEqual([false, 1])
    first.stop()
    await pass(cluster, 6, second)
    expect(second.manager.state.standing).toMatchObject({ isActing: true, holder: 'a' })
    await stopAll(cluster, first, second)
  })

  it('has the objects of its shard reassigned after a safety delay if it does not exist', async () => {
    await using cluster = await startCluster()
    await create(cluster, 'map-1')
    const marks = {
      labels: { [`shard.kubewright.dev/${ring}`]: 'gone' },
      annotations: { [`sharding.kubewright.dev/${ring}`]: 'gone' },
    }
    await cluster.client.create(ConfigMap, { metadata: { name: 'map-2', namespace: 'default', ...marks } })
    const one = replica(cluster, 'a')
    for (let turn = 0; turn < 20; turn++) await cluster.advance('1s')
    expect((await places(cluster)).get('map-2')?.note).toBe('gone')
    for (let turn = 0; turn < 25; turn++) await cluster.advance('1s')
    expect((await places(cluster)).get('map-2')).toEqual({ shard: 'a', note: 'a', isDraining: false })
    await stopAll(cluster, one)
  })

  it('does not belong to the ring in another namespace or under another name', async () => {
    await using cluster = await startCluster()
    const one = replica(cluster, 'a')
    await pass(cluster, 6, one)
    const labels = { [ringLabel]: ring, [shardNameLabel]: 'b' }
    const spec = { holderIdentity: 'b/1', leaseDurationSeconds: 15 }
    await cluster.client.create(Lease, { metadata: { namespace: 'kube-system', name: 'maps.b', labels }, spec })
    await cluster.client.create(Lease, { metadata: { namespace: 'default', name: 'other', labels }, spec })
    await create(cluster, ...Array.from({ length: 12 }, (_, index) => `map-${index}`))
    await pass(cluster, 4, one)
    const where = [...(await places(cluster)).values()].filter(({ shard }) => shard !== '')
    expect(new Set(where.map(({ shard }) => shard))).toEqual(new Set(['a']))
    await stopAll(cluster, one)
  })
})
