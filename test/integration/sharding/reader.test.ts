import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret, ServiceAccount } from '@kubewright/kubernetes'
import { ControllerRing, findRings, hashRing, partitionKey, RingReader } from '@kubewright/sharding'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { create, pass, places, type Replica, replica, ring, stopAll } from './replicas.ts'

const names = Array.from({ length: 12 }, (_, index) => `map-${index}`)
const signal = new AbortController().signal

describe('RingReader', () => {
  it('reports what the sharder sees: states, shares, objects per kind, and moves in progress', async () => {
    await using cluster = await startCluster()
    const first = replica(cluster, 'a')
    await pass(cluster, 6, first)
    await create(cluster, ...names)
    await pass(cluster, 2, first)
    const { client, clock } = cluster
    expect(await findRings(client)).toEqual([{ ring, namespace: 'default' }])
    const reader = new RingReader({ client, clock, ring, namespace: 'default' })
    const alone = await reader.read(signal)
    expect(alone.shards).toMatchObject([{ shard: 'a', state: 'ready', stateByLeader: 'ready', share: 1 }])
    expect(alone.kinds).toEqual([
      { kind: 'ConfigMap', isOwned: false, objects: { a: 12 }, unassigned: 0 },
      { kind: 'Secret', isOwned: true, objects: { a: 12 }, unassigned: 0 },
    ])
    expect([alone.moves, alone.problems]).toEqual([[], []])

    const leaving = names.filter((name) => targetOf(name) === 'b')
    let finish = () => {}
    first.waits.until = new Promise((resolve) => (finish = resolve))
    for (const name of leaving) first.manager.trigger('maps', { namespace: 'default', name }, 'test')
    await cluster.advance('1s')
    const second = replica(cluster, 'b')
    for (let turn = 0; turn < 6; turn++) await cluster.advance('1s')
    const { moves } = await reader.read(signal)
    expect(moves.length).toBeGreaterThan(0)
    for (const move of moves) {
      expect(move).toMatchObject({ actor: 'a', target: 'b', next: 'wait', waitsFor: 'drain' })
      expect(Math.abs(clock.now() - move.drainingSince!)).toBeLessThan(8_000)
    }
    const { value: astray } = metricOf(first, 'kubewright_ring_astray_objects')
    const { value: oldest } = metricOf(first, 'kubewright_ring_oldest_move_timestamp_seconds')
    expect(astray).toBe(moves.length)
    expect(Math.abs(clock.now() / 1_000 - oldest)).toBeLessThan(10)
    finish()
    await pass(cluster, 6, first, second)
    expect(metricOf(first, 'kubewright_ring_oldest_move_timestamp_seconds').value).toBe(0)
    const together = await reader.read(signal)
    expect(together.moves).toEqual([])
    expect(together.kinds[0]!.objects).toEqual({ a: 12 - leaving.length, b: leaving.length })
    await stopAll(cluster, first, second)
  })

  it('reports shards with different controllers once, as the log and the ControllerRing do', async () => {
    await using cluster = await startCluster({ resources: [ControllerRing] })
    const others = defineController({ name: 'accounts', for: ServiceAccount, reconcile: async () => done() })
    const replicas = [replica(cluster, 'a'), replica(cluster, 'b', { controllers: [others] })]
    await pass(cluster, 30, ...replicas)
    const { client, clock } = cluster
    const { problems } = await new RingReader({ client, clock, ring, namespace: 'default' }).read(signal)
    expect(problems).toEqual([
      expect.stringMatching(
        /^Shards reconcile different kinds: a reconciles ConfigMap \(.*\); b reconciles ConfigMap \(.*\), ServiceAccount\./,
      ),
    ])
    const { status } = await client.get(ControllerRing, { namespace: 'default', name: ring })
    expect(status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      reason: 'MismatchedShards',
      message: problems[0],
    })
    expect(replicas.flatMap(({ log }) => log.messages).filter((one) => one === problems[0])).toHaveLength(1)
    await stopAll(cluster, ...replicas)
  })

  it('explains the shard of an object, and of an owned object by its owner', async () => {
    await using cluster = await startCluster()
    const replicas = ['a', 'b'].map((name) => replica(cluster, name))
    await pass(cluster, 6, ...replicas)
    await create(cluster, 'map-1')
    await pass(cluster, 3, ...replicas)
    const { client, clock } = cluster
    const reader = new RingReader({ client, clock, ring, namespace: 'default' })
    const owner = (await places(cluster)).get('map-1')!.shard
    const whole = await reader.explain('ConfigMap', { namespace: 'default', name: 'map-1' }, signal)
    expect(whole).toMatchObject({ key: '/ConfigMap/default/map-1', actor: owner, target: owner, next: 'nothing' })
    const child = await reader.explain('secrets', { namespace: 'default', name: 'map-1-child' }, signal)
    expect(child).toEqual({
      ...whole,
      child: { kind: 'Secret', namespace: 'default', name: 'map-1-child', label: owner },
    })
    const { metadata } = await client.get(Secret, { namespace: 'default', name: 'map-1-child' })
    expect(metadata.ownerReferences?.[0]?.kind).toBe(ConfigMap.kind)
    await stopAll(cluster, ...replicas)
  })
})

function metricOf({ manager }: Replica, name: string): { readonly value: number } {
  const samples = manager.metrics.collect().find((family) => family.name === name)!.samples
  return samples[0] as never
}

function targetOf(name: string): string {
  return hashRing(['a', 'b']).ownerOf(partitionKey(ConfigMap, { namespace: 'default', name }))!
}
