import { again, defineController, done } from '@kubewright/controller'
import { sleep } from '@kubewright/core'
import { randomInt } from '@kubewright/core/random'
import { recordedLog, seededRandom } from '@kubewright/core/testing'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { assignmentAnnotation, hashRing, partitionKey, shard, shardLabel } from '@kubewright/sharding'
import { type Cluster, startCluster } from '@kubewright/testing'
import { type Admission, defineAdmission } from '@kubewright/webhook'
import { describe, expect, it } from 'vitest'
import { managerOn, rest } from '../manager/managed.ts'
import { Ledger } from './ledger.ts'
import { places, ring } from './replicas.ts'

const options = { ring, namespace: 'default' } as const
const labels = { app: 'blog' }
const names = Array.from({ length: 12 }, (_, index) => `map-${index}`)

interface Running {
  readonly manager: ReturnType<typeof managerOn>
  stop(): void
  readonly ended: Promise<unknown>
}

function start(
  cluster: Cluster,
  identity: string,
  ledger: Ledger,
  { coordination = shard({ ...options, identity }), takesMs = 0 } = {},
): Running {
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    scope: { labels: 'app=blog' },
    concurrency: 8,
    async reconcile({ metadata: { uid, name } }, { signal }) {
      ledger.begin(uid, identity)
      try {
        if (takesMs > 0) await sleep(cluster.clock, takesMs, signal)
        return takesMs > 0 ? again('1s') : done()
      } finally {
        ledger.end(uid, identity, name)
      }
    },
  })
  const { log } = recordedLog()
  const manager = managerOn(cluster, { identity, controllers: [maps], coordination, permissions: 'skip', log })
  const stop = new AbortController()
  const ended = manager.run(stop.signal).catch((error: unknown) => error)
  return { manager, ended, stop: () => stop.abort() }
}

async function pass(cluster: Cluster, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) await cluster.advance('1s')
}

async function stopAll(cluster: Cluster, ...running: readonly Running[]): Promise<void> {
  for (const one of running) one.stop()
  await pass(cluster, 20)
  await Promise.all(running.map(({ ended }) => ended))
}

const create = (cluster: Cluster, metadata: object) =>
  cluster.client.create(ConfigMap, { metadata: { namespace: 'default', labels, ...metadata } } as never)
const marksOf = ({ metadata }: { metadata: { labels?: object; annotations?: object } }) => [
  (metadata.labels as Record<string, string> | undefined)?.[shardLabel(ring)],
  (metadata.annotations as Record<string, string> | undefined)?.[assignmentAnnotation(ring)],
]
/** The last membership probe of each shard. */
const askedOf = async (cluster: Cluster) =>
  (await cluster.client.list(Lease, { namespace: 'default' })).items.map(
    ({ metadata: { annotations = {} } }) => annotations['sharding.kubewright.dev/count-requested'],
  )
const ownerOf = (name: string, ...shards: readonly string[]) =>
  hashRing(shards).ownerOf(partitionKey(ConfigMap, { namespace: 'default', name }))!

describe('sharding: an object that is created with the admission webhook', () => {
  it('has its shard from the start, without a write of the sharder', async () => {
    const coordination = shard({ ...options, identity: 'a' })
    await using cluster = await startCluster({ webhooks: coordination.assignOnCreate(ConfigMap) })
    const ledger = new Ledger()
    const running = [start(cluster, 'a', ledger, { coordination }), start(cluster, 'b', ledger)]
    await pass(cluster, 6)
    for (const name of names) {
      const made = await create(cluster, { name })
      expect(marksOf(made)).toEqual([ownerOf(name, 'a', 'b'), ownerOf(name, 'a', 'b')])
      await rest(cluster, ...running.map(({ manager }) => manager))
      const { metadata } = await cluster.client.get(ConfigMap, { namespace: 'default', name })
      expect(metadata.resourceVersion).toBe(made.metadata.resourceVersion)
    }
    expect(ledger.done.sort()).toEqual(names.map((name) => `${ownerOf(name, 'a', 'b')} ${name}`).sort())
    await stopAll(cluster, ...running)
  })

  it('gets its shard, without a membership probe, if it has generateName', async () => {
    const coordination = shard({ ...options, identity: 'a' })
    await using cluster = await startCluster({ webhooks: coordination.assignOnCreate(ConfigMap) })
    const running = [start(cluster, 'a', new Ledger(), { coordination }), start(cluster, 'b', new Ledger())]
    await pass(cluster, 6)
    const made = await Promise.all([1, 2, 3, 4].map(() => create(cluster, { generateName: 'map-' })))
    expect(made.map(marksOf)).toEqual(made.map(() => [undefined, '-']))
    const asked = await askedOf(cluster)
    await rest(cluster, ...running.map(({ manager }) => manager))
    const where = await places(cluster)
    for (const { metadata } of made) {
      const owner = ownerOf(metadata.name, 'a', 'b')
      expect(where.get(metadata.name)).toEqual({ shard: owner, note: owner, isDraining: false })
    }
    expect(await askedOf(cluster)).toEqual(asked) // no membership probe was needed
    await stopAll(cluster, ...running)
  })

  it('is not assigned before the ring is known, outside of the selection, or with own shard labels', async () => {
    const coordination = shard({ ...options, identity: 'a', namespaceSelector: 'team=web' })
    await using cluster = await startCluster({ webhooks: coordination.assignOnCreate(ConfigMap) })
    await cluster.client.create(Namespace, { metadata: { name: 'web', labels: { team: 'web' } } })
    expect(marksOf(await create(cluster, { name: 'early', namespace: 'web' }))).toEqual([undefined, undefined])
    const running = start(cluster, 'a', new Ledger(), { coordination })
    await pass(cluster, 6)
    const made = async (metadata: object) => marksOf(await create(cluster, { namespace: 'web', ...metadata }))
    expect(await made({ name: 'one' })).toEqual(['a', 'a'])
    expect(await made({ name: 'two', namespace: 'default' })).toEqual([undefined, undefined])
    expect(await made({ name: 'three', labels: {} })).toEqual([undefined, undefined])
    expect(await made({ name: 'four', annotations: { [assignmentAnnotation(ring)]: 'z' } })).toEqual([undefined, 'z'])
    expect(await made({ name: 'five', labels: { ...labels, [shardLabel(ring)]: 'z' } })).toEqual(['z', undefined])
    const dry = await cluster.client.create(
      ConfigMap,
      { metadata: { namespace: 'web', name: 'six', labels } },
      { dryRun: true },
    )
    expect(marksOf(dry)).toEqual(['a', 'a'])
    await stopAll(cluster, running)
  })
})

/** Assigns to random shards, as by an outdated ring. */
function staleAdmission(shards: readonly string[], seed: string): Admission {
  const random = seededRandom(seed)
  return defineAdmission({
    for: ConfigMap,
    name: 'configmap.stale.sharding.kubewright.dev',
    fill(_, { operation }) {
      if (operation !== 'CREATE') return {}
      const one = shards[randomInt(random, shards.length)]!
      return { metadata: { labels: { [shardLabel(ring)]: one }, annotations: { [assignmentAnnotation(ring)]: one } } }
    },
  })
}

describe('sharding: an admission webhook with an outdated ring', () => {
  it('assigns to a shard that left: the object is reassigned soon, before the next sync', async () => {
    await using cluster = await startCluster()
    const ledger = new Ledger()
    const launch = (identity: string) => {
      const coordination = shard({ ...options, identity })
      coordination.assignOnCreate(ConfigMap)
      return start(cluster, identity, ledger, { coordination })
    }
    const [first, second] = [launch('a'), launch('b')]
    await pass(cluster, 8)
    second.stop()
    await pass(cluster, 4)
    const marks = { labels: { ...labels, [shardLabel(ring)]: 'b' }, annotations: { [assignmentAnnotation(ring)]: 'b' } }
    await create(cluster, { name: 'map-1', ...marks })
    await pass(cluster, 20)
    expect((await places(cluster)).get('map-1')).toEqual({ shard: 'a', note: 'a', isDraining: false })
    expect(ledger.done).toEqual(['a map-1'])
    await stopAll(cluster, first, second)
  })

  it('moves no object while its shard acts on it, even if labels are removed', async () => {
    await using cluster = await startCluster()
    const ledger = new Ledger()
    const launch = (identity: string) => {
      const coordination = shard({ ...options, identity })
      coordination.assignOnCreate(ConfigMap)
      return start(cluster, identity, ledger, { coordination, takesMs: 5_000 })
    }
    const running = [launch('a'), launch('b')]
    await pass(cluster, 90) // everything was listed after the ring changed
    const name = names.find((one) => ownerOf(one, 'a', 'b') === 'a')!
    const marks = { labels: { ...labels, [shardLabel(ring)]: 'b' }, annotations: { [assignmentAnnotation(ring)]: 'b' } }
    const { metadata } = await create(cluster, { name, ...marks }) // as the ring was before a joined
    await pass(cluster, 1)
    expect(ledger.under.get(metadata.uid)).toBe('b')
    const stripped = { labels: { [shardLabel(ring)]: null }, annotations: { [assignmentAnnotation(ring)]: null } }
    await cluster.client.patch(ConfigMap, { namespace: 'default', name }, { metadata: stripped } as never)
    await pass(cluster, 25)
    expect(ledger.twice).toEqual([])
    expect(ledger.done).toContain(`a ${name}`)
    await stopAll(cluster, ...running)
  })

  it.each(['one', 'two'])('gives no object two owners, and the sharder corrects it (seed %s)', async (seed) => {
    const stale = staleAdmission(['a', 'b', 'c', 'gone'], seed)
    await using cluster = await startCluster({ webhooks: [stale] })
    const ledger = new Ledger()
    const launch = (identity: string) => {
      const coordination = shard({ ...options, identity })
      coordination.assignOnCreate(ConfigMap) // so that the sharder reckons with it
      return start(cluster, identity, ledger, { coordination, takesMs: 700 })
    }
    const running = ['a', 'b'].map(launch)
    await pass(cluster, 6)
    for (const name of names.slice(0, 6)) await create(cluster, { name }) // some are assigned to a shard that has left
    await pass(cluster, 2)
    const third = launch('c')
    await pass(cluster, 3)
    for (const name of names.slice(6)) await create(cluster, { name }) // some by the ring before it joined
    await pass(cluster, 3)
    running[0]!.stop()
    await pass(cluster, 2)
    await create(cluster, { name: 'map-late' })
    await pass(cluster, 110)
    expect(ledger.twice).toEqual([])
    const where = await places(cluster)
    for (const name of [...names, 'map-late']) {
      const owner = ownerOf(name, 'b', 'c')
      expect([name, where.get(name)]).toEqual([name, { shard: owner, note: owner, isDraining: false }])
      expect(ledger.done).toContain(`${owner} ${name}`)
    }
    await stopAll(cluster, ...running, third)
  })
})
