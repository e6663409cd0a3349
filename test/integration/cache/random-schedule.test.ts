import {
  type Change,
  createCache,
  index,
  readYourWrites,
  type SourceOptions,
  type SourceScope,
} from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import { randomInt, seededRandom } from '@kubewright/core/random'
import { ConfigMap } from '@kubewright/kubernetes'
import type { ObjectOf } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

type Picker = (below: number) => number
const byOwner = index(ConfigMap, 'by-owner', (map) => map.data?.['owner'])
const owners = ['ada', 'bob', 'cy'] as const
const names = ['a', 'b', 'c', 'd'] as const

/** The sources: everything, by namespace, by labels, and metadata only; with both representations. */
const followings: readonly { scope: SourceScope; options: SourceOptions }[] = [
  { scope: {}, options: {} },
  { scope: { namespace: 'default' }, options: { holds: 'bytes' } },
  { scope: { labels: 'tier=web' }, options: {} },
  { scope: { namespace: 'default' }, options: { metadataOnly: true } },
]

/** A subscriber that keeps a state from the changes alone, and records violations of their order. */
function believer(wrong: string[]) {
  const known = new Map<string, KubeObject>()
  return {
    known,
    listen({ type, object, previous }: Change): void {
      const key = `${object.metadata.namespace}/${object.metadata.name}`
      const before = known.get(key)?.metadata
      // An own object that another client deleted before its watch event is only announced as deleted.
      const isUntold = type === 'deleted' && before === undefined
      if (!isUntold && previous?.metadata.resourceVersion !== before?.resourceVersion) {
        wrong.push(
          `${type} ${key} after ${previous?.metadata.resourceVersion}, but ${before?.resourceVersion} was told`,
        )
      }
      if (type === 'deleted') known.delete(key)
      else known.set(key, object)
    },
  }
}

/** Writes through the cache and reads back at once. */
class Writer {
  readonly #client: Client
  readonly #read: (name: string) => KubeObject | undefined
  /** The resourceVersion of the newest acknowledged own write, by name. */
  readonly #floor = new Map<string, string>()
  readonly #gone = new Set<string>()

  constructor(client: Client, read: (name: string) => KubeObject | undefined) {
    this.#client = client
    this.#read = read
  }

  async step(pick: Picker): Promise<void> {
    const ref = { namespace: 'default', name: names[pick(names.length)]! }
    const labels = { tier: pick(2) === 0 ? 'web' : 'db' }
    const data = { owner: owners[pick(owners.length)]! }
    const before = this.#read(ref.name)?.metadata.uid
    const steps = [
      () => this.#client.create(ConfigMap, { metadata: { ...ref, labels }, data }),
      () => this.#client.patch(ConfigMap, ref, { metadata: { labels }, data }),
      () => this.#client.apply(ConfigMap, { metadata: { ...ref, labels }, data }, { force: true }),
      () => this.#client.delete(ConfigMap, ref),
      // Delete and recreate, and a write without effect.
      () =>
        this.#client
          .delete(ConfigMap, ref)
          .then(() => this.#client.create(ConfigMap, { metadata: { ...ref, labels }, data })),
      () => this.#client.patch(ConfigMap, ref, { metadata: { labels: {} } }),
    ]
    const kind = pick(steps.length)
    const written = await steps[kind]!().catch(() => 'failed' as const)
    if (written === 'failed') return
    if (written !== undefined) this.#raise(ref.name, written.metadata.resourceVersion)
    else if (before !== undefined) this.#gone.add(before)
  }

  /** Reads that go back before an own write. */
  wrong(): readonly string[] {
    return names.flatMap((name) => {
      const seen = this.#read(name)?.metadata
      if (seen === undefined) return []
      if (this.#gone.has(seen.uid)) return [`${name} is back, though it was deleted`]
      const least = this.#floor.get(name)
      if (least === undefined || compareResourceVersions(seen.resourceVersion, least) >= 0) return []
      return [`${name} is shown at ${seen.resourceVersion}, before the own write ${least}`]
    })
  }

  #raise(name: string, version: string): void {
    const before = this.#floor.get(name)
    if (before === undefined || compareResourceVersions(before, version) < 0) this.#floor.set(name, version)
  }
}

/** A write of another client. */
async function foreignStep(client: Client, pick: Picker): Promise<void> {
  const ref = { namespace: pick(3) === 0 ? 'kube-system' : 'default', name: names[pick(names.length)]! }
  const metadata = { ...ref, labels: { tier: pick(2) === 0 ? 'web' : 'db' } }
  const data = { owner: owners[pick(owners.length)]! }
  const steps = [
    () => client.create(ConfigMap, { metadata, data }),
    () => client.patch(ConfigMap, ref, { metadata: { labels: metadata.labels }, data }),
    () => client.delete(ConfigMap, ref),
  ]
  await steps[pick(steps.length)]!().catch(() => undefined)
}

/** Injects a random fault. */
function faultStep({ faults }: Cluster, pick: Picker): Disposable | undefined {
  const kinds: readonly (() => Disposable | undefined)[] = [
    () => faults.fail({ verb: ['list', 'watch'], times: 1 + pick(3) }, [500, 429, 403, 503, 410][pick(5)]!),
    () => faults.fail({ verb: ['create', 'patch', 'delete'], times: 1 + pick(2) }, [500, 429, 409][pick(3)]!),
    () => faults.dropResponse({ verb: ['create', 'patch', 'delete'], times: 1 }),
    () => faults.refuse({ times: 1 + pick(2) }),
    () => faults.pauseWatches(),
    () => faults.repeatEvents({ times: 5 }),
    () => faults.delayEvents({ times: 3 }, '400ms'),
    () => faults.delay({ verb: ['list', 'watch'], times: 1 }, '700ms'),
    () => void faults.closeWatches(),
    () => (faults.compact(), void faults.closeWatches({}, 410)),
    () => (faults.compact(), void faults.closeWatches()),
  ]
  return kinds[pick(kinds.length)]!()
}

async function play(seed: number) {
  const random = seededRandom(`cache ${seed}`)
  const pick: Picker = (below) => randomInt(random, below)
  await using cluster = await startCluster({ seed })
  await using client = cluster.clientFor({ retry: false, fieldManager: 'writer' })
  await using foreign = cluster.clientFor({ retry: false })
  // Some clusters cannot stream the initial list.
  using _ =
    pick(3) === 0 ? cluster.faults.fail({ verb: 'watch', times: 4 }, { code: 422, reason: 'Invalid' }) : undefined
  await using cache = createCache({ client, clock: cluster.clock, random, freezes: true })
  const wrong: string[] = []
  const followed = followings.map(({ scope, options }) => {
    const source = cache.source(ConfigMap, scope, options as SourceOptions<ObjectOf<typeof ConfigMap>>)
    if (options.metadataOnly !== true) source.addIndex(byOwner)
    const first = believer(wrong)
    source.subscribe((change) => first.listen(change as Change))
    return { source, options, believers: [first] }
  })
  const [all] = followed
  const writer = new Writer(readYourWrites(client, cache, 'writer'), (name) =>
    all!.source.get({ namespace: 'default', name }),
  )
  const faults: Disposable[] = []
  const writing: Promise<void>[] = []
  for (let step = 0; step < 60; step++) {
    const kind = pick(9)
    if (kind < 2) await writer.step(pick)
    else if (kind < 3)
      writing.push(writer.step(pick)) // several at once
    else if (kind < 5) await foreignStep(foreign, pick)
    else if (kind < 6) faults.push(...[faultStep(cluster, pick)].flatMap((one) => one ?? []))
    else if (kind < 7) faults.splice(0, 1)[0]?.[Symbol.dispose]()
    else if (kind < 8) await cluster.advance(pick(1_500))
    else {
      const { source, believers } = followed[pick(followed.length)]!
      const late = believer(wrong)
      source.subscribe((change) => late.listen(change as Change))
      believers.push(late)
    }
    wrong.push(...writer.wrong().map((what) => `step ${step}: ${what}`))
  }
  for (const fault of faults) fault[Symbol.dispose]()
  await cluster.advance('5m')
  await Promise.all(writing)
  await cluster.settle()
  wrong.push(...writer.wrong())
  return { wrong, seen: await Promise.all(followed.map((one) => outcome(one, cluster.client))) }
}

type Following = {
  source: ReturnType<ReturnType<typeof createCache>['source']>
  options: SourceOptions
  believers: { known: Map<string, KubeObject> }[]
}

const versionsOf = (objects: Iterable<KubeObject>) =>
  [...objects]
    .map(({ metadata: { namespace, name, resourceVersion } }) => `${namespace}/${name} ${resourceVersion}`)
    .sort()

/** The state of the server, of the cache and of each subscriber; and the index, maintained and recomputed. */
async function outcome({ source, options, believers }: Following, client: Client) {
  const { items } = await client.list(ConfigMap, source.scope)
  const isIndexed = options.metadataOnly !== true
  const find = (owner: string) => (isIndexed ? versionsOf(source.find(byOwner as never, owner)) : [])
  const compute = (owner: string) => (isIndexed ? versionsOf(items.filter((map) => map.data?.['owner'] === owner)) : [])
  return {
    server: versionsOf(items),
    read: versionsOf(source.list()),
    believed: believers.map(({ known }) => versionsOf(known.values())),
    index: { kept: owners.map(find), computed: owners.map(compute) },
    phase: source.state.phase,
  }
}

describe('cache under faults, random schedules', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'ends equal to the server, and never goes back before an own write (seed %i)',
    async (seed) => {
      const { wrong, seen } = await play(seed)
      expect(wrong).toEqual([])
      for (const { server, read, believed, index: owned } of seen) {
        expect(read).toEqual(server)
        for (const one of believed) expect(one).toEqual(server)
        expect(owned.kept).toEqual(owned.computed)
      }
    },
  )
})
