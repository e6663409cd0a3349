/** Replicas that only reconcile, and replicas that only assign. */
import { silentLogger } from '@kubewright/core'
import type { Client } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { createManager } from '@kubewright/manager'
import type { Resource } from '@kubewright/resource'
import { ringLabel, shard } from '@kubewright/sharding'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { create, pass, places, replica, ring, stopAll } from './replicas.ts'

const names = Array.from({ length: 12 }, (_, index) => `map-${index}`)

async function change(cluster: Cluster, to: string): Promise<void> {
  for (const name of names) {
    await cluster.client.patch(ConfigMap, { namespace: 'default', name }, { data: { changed: to } })
  }
}

describe('sharding modes', () => {
  it('mode shard only reconciles, mode sharder only assigns', async () => {
    await using cluster = await startCluster()
    const sharder = replica(cluster, 's', { mode: 'sharder' })
    const shards = ['a', 'b'].map((name) => replica(cluster, name, { mode: 'shard' }))
    await pass(cluster, 6, sharder, ...shards)
    await create(cluster, ...names)
    await pass(cluster, 2, sharder, ...shards)
    const where = await places(cluster)
    expect(new Set(names.map((name) => where.get(name)?.note))).toEqual(new Set(['a', 'b']))
    expect(sharder.reconciled).toEqual([])
    const { items } = await cluster.client.list(Lease, { namespace: 'default', labels: `${ringLabel}=${ring}` })
    expect(items.map(({ metadata }) => metadata.name).sort()).toEqual([`${ring}.a`, `${ring}.b`])

    // Without a sharder, shards continue with the objects they have.
    sharder.stop()
    await pass(cluster, 3, ...shards)
    for (const one of shards) one.reconciled.length = 0
    await change(cluster, 'once')
    await create(cluster, 'map-late')
    await pass(cluster, 25, ...shards)
    for (const one of shards) {
      expect([...new Set(one.reconciled)].sort()).toEqual(
        names.filter((name) => where.get(name)?.note === one.name).sort(),
      )
    }
    expect((await places(cluster)).get('map-late')).toEqual({ shard: '', note: '', isDraining: false })
    const next = replica(cluster, 't', { mode: 'sharder' })
    await pass(cluster, 8, next, ...shards)
    expect((await places(cluster)).get('map-late')?.note).toMatch(/^[ab]$/)
    await stopAll(cluster, next, ...shards)
  })
})

/** Records list and watch calls: of whole objects or of metadata. */
function told(client: Client, calls: Set<string>): Client {
  const noting = <Verbs extends object>(how: string, verbs: Verbs): Verbs =>
    new Proxy(verbs, {
      get(target, verb, receiver) {
        const value: unknown = Reflect.get(target, verb, receiver)
        if (typeof value !== 'function' || (verb !== 'list' && verb !== 'watch')) return value
        return (resource: Resource, options: { readonly labels?: string } = {}) => {
          calls.add(`${verb} ${how} ${resource.kind} ${options.labels ?? ''}`.trim())
          return (value as (...given: unknown[]) => unknown).call(target, resource, options)
        }
      },
    })
  return noting('whole', { ...client, metadata: noting('metadata', client.metadata) })
}

describe('mode sharder', () => {
  it('reads metadata only, watches unassigned objects, and gets no events of assigned ones', async () => {
    await using cluster = await startCluster()
    const one = replica(cluster, 'a', { mode: 'shard' })
    const calls = new Set<string>()
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { fields: 'metadata.name!=kube-apiserver-legacy-service-account-token-tracking' },
      owns: [Secret],
      reconcile: async () => done(),
    })
    const manager = createManager({
      client: told(cluster.clientFor(), calls),
      clock: cluster.clock,
      controllers: [maps],
      coordination: shard({ ring, namespace: 'default', identity: 's', mode: 'sharder', resource: false }),
      environment: {},
      identity: 's',
      permissions: 'skip',
      log: silentLogger,
    })
    const stop = new AbortController()
    const ended = manager.run(stop.signal)
    await create(cluster, ...names)
    await pass(cluster, 8, one)
    expect((await places(cluster)).get('map-0')?.note).toBe('a')
    const ofObjects = () => [...calls].filter((call) => !call.includes(' Lease')).sort()
    expect(ofObjects()).toEqual([
      'list metadata ConfigMap',
      'list metadata Secret',
      'watch metadata ConfigMap !shard.kubewright.dev/maps',
      'watch metadata ConfigMap shard.kubewright.dev/maps,shard.kubewright.dev/maps notin (a)',
      'watch metadata Secret !shard.kubewright.dev/maps',
      // Its controllers watch their own share, which is empty.
      'watch whole ConfigMap shard.kubewright.dev/maps=s',
      'watch whole Secret shard.kubewright.dev/maps=s',
    ])
    calls.clear()
    await change(cluster, 'once')
    await pass(cluster, 60, one)
    expect(ofObjects()).toEqual([])
    stop.abort()
    await stopAll(cluster, one)
    await ended
  })
})
