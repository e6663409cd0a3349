/** The metrics of a ring are those of the guide. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { create, pass, replica, ring, stopAll } from './replicas.ts'

const guide = join(import.meta.dirname, '../../../docs/guides/scale-out.md')
const named = /kubewright_(?:ring|shard)_[a-z_]+/g

it('sharding: docs/guides/scale-out.md names every metric of a ring, and no other', async () => {
  await using cluster = await startCluster()
  const one = replica(cluster, 'a')
  await create(cluster, 'map-0', 'map-1')
  await pass(cluster, 8, one)
  const all = one.manager.metrics.collect()
  const families = all.filter(({ name }) => name.match(named))
  await stopAll(cluster, one)
  const told = (await readFile(guide, 'utf8')).match(named) ?? []
  expect([...new Set(told)].sort()).toEqual(families.map(({ name }) => name).sort())

  const held = all.find(({ name }) => name === 'kubewright_cache_objects')
  const scope = expect.stringContaining('shard.kubewright.dev/maps=a') as string
  expect(held?.samples).toContainEqual({ labels: { resource: 'configmaps', scope }, value: 2 })
  const samples = families.flatMap(({ name, samples: each }) => each.map((sample) => ({ name, ...sample })))
  for (const [name, labels, value] of [
    ['kubewright_shard_held', { ring, shard: 'a' }, 1],
    ['kubewright_ring_leader', { ring }, 1],
    ['kubewright_ring_shard_state', { ring, shard: 'a', state: 'ready' }, 1],
    ['kubewright_ring_shard_state', { ring, shard: 'a', state: 'dead' }, 0],
    ['kubewright_ring_share', { ring, shard: 'a' }, 1],
    ['kubewright_ring_assigned_objects', { ring, shard: 'a' }, 2],
    ['kubewright_ring_astray_objects', { ring }, 0],
    ['kubewright_ring_assignments_total', { ring }, 2],
  ] as const) {
    expect(samples).toContainEqual({ name, labels, value })
  }
})
