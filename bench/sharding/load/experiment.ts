/**
 * A load test of the webhosting operator: creates, changes and deletes websites at given rates, and measures the time until
 * each change is done. Independent of the number and location of replicas.
 */
import { createCache } from '@kubewright/cache'
import { type Client, ignoreNotFound } from '@kubewright/client'
import { type Clock, sleep, systemClock } from '@kubewright/core'
import { type Random, randomInt, systemRandom } from '@kubewright/core/random'
import { Namespace } from '@kubewright/kubernetes/core/v1'
import { ClusterRole } from '@kubewright/kubernetes/rbac/v1'
import { projectLabel, skipWorkloadLabel, Theme, Website } from 'webhosting-operator'
import { every } from './every.ts'
import { ForEach } from './for-each.ts'
import { type Buckets, quantileOf, sumOf } from './latency-histogram.ts'
import type { Scenario } from './scenario.ts'
import { capacityOf, judge, promised, type Sample } from './service-levels.ts'
import { Tracker } from './tracker.ts'

export interface ExperimentOptions {
  /** Needs full access. Owned by the caller: it stays open. */
  readonly client: Client
  readonly scenario: Scenario
  /** The queue durations of all replicas since they started. */
  readonly queue: () => Promise<readonly Buckets[]>
  readonly signal?: AbortSignal
  /** @default 50 */
  readonly themes?: number
  /** @default 20 */
  readonly projects?: number
  /** @default 15 */
  readonly sampleEverySeconds?: number
  /** Stops at the first violation of a service level. @default false */
  readonly stopsWhenBroken?: boolean
  /** Deletes its objects at the end. Not needed for a disposable server. @default true */
  readonly cleansUp?: boolean
  readonly onSample?: (sample: Sample) => void
  readonly clock?: Clock
  readonly random?: Random
}

export interface Report {
  readonly scenario: string
  readonly samples: readonly Sample[]
  /** The last sample within all service levels. */
  readonly capacity: Sample | null
  /** Creations, deletions and changes that the server rejected. */
  readonly failures: number
  /** Creations and deletions that were omitted: the machine, not the operator, is the limit. */
  readonly omitted: number
  readonly backfilled: number
  /** The watch latency of this program itself; if it is large, the results measure this program. */
  readonly watchP99: number | null
}

const colors = ['darkcyan', 'gold', 'tomato', 'orchid', 'seagreen', 'slateblue', '#fa8072', 'rgb(70 130 180)']
const scenarioLabel = 'webhosting.kubewright.dev/experiment'

/** Failure: rejects if the server cannot be prepared; rejected changes are counted. */
export async function runExperiment(options: ExperimentOptions): Promise<Report> {
  const { client, scenario, clock = systemClock, random = systemRandom } = options
  const id = `experiment-${clock.now().toString(36)}${randomInt(random, 1_000)}`
  const owner = await client.create(ClusterRole, { metadata: { name: id, labels: { [scenarioLabel]: id } } })
  const run = new Run({ ...options, clock, random }, id, owner)
  try {
    await run.prepare()
    return await run.load(scenario)
  } finally {
    if (options.cleansUp ?? true) {
      await client.delete(ClusterRole, { name: id }, { propagationPolicy: 'Foreground' }).catch(ignoreNotFound)
    }
  }
}

interface Site {
  readonly name: string
  readonly namespace: string
  readonly uid: string
  theme: string
}

type RunOptions = ExperimentOptions & Required<Pick<ExperimentOptions, 'clock' | 'random'>>

class Run {
  readonly #options: RunOptions
  readonly #client: Client
  readonly #id: string
  readonly #labels: Readonly<Record<string, string>>
  readonly #ownerReferences: readonly object[]
  readonly #tracker = new Tracker()
  readonly #samples: Sample[] = []
  /** Existing websites that are not about to be deleted. */
  readonly #sites: Site[] = []
  #themes: readonly string[] = []
  #projects: readonly string[] = []
  #made = 0
  #changes = 0
  #failures = 0

  constructor(options: RunOptions, id: string, owner: ClusterRole) {
    this.#options = options
    this.#client = options.client
    this.#id = id
    this.#labels = { [scenarioLabel]: id, [skipWorkloadLabel]: 'true' }
    const { apiVersion, kind, metadata } = owner
    this.#ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, blockOwnerDeletion: true }]
  }

  async prepare(): Promise<void> {
    const { themes = 50, projects = 20 } = this.#options
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${this.#id}-${index}`)
    this.#themes = numbered(themes)
    this.#projects = numbered(projects)
    for (const [index, name] of this.#themes.entries()) {
      const spec = { color: colors[index % colors.length]!, fontFamily: 'sans-serif' }
      await this.#client.create(Theme, { metadata: this.#metadata(name), spec })
    }
    for (const name of this.#projects) {
      await this.#client.create(Namespace, { metadata: this.#metadata(name, { [projectLabel]: 'true' }) })
    }
  }

  async load(scenario: Scenario): Promise<Report> {
    const { clock, signal: given } = this.#options
    const stop = new AbortController()
    const signal = given === undefined ? stop.signal : AbortSignal.any([given, stop.signal])
    await using cache = createCache({ client: this.#client, clock })
    using source = cache.source(Website, { labels: `${scenarioLabel}=${this.#id}` })
    await source.synced({ timeout: '1m' })
    using _following = source.subscribe(({ type, object }) => this.#see(type, object))
    const begun = clock.elapsed()
    const mutations = new ForEach<Site>({ clock, everyMs: scenario.mutateEverySeconds * 1_000, signal }, (site) =>
      this.#mutate(site),
    )
    const creations = every({ clock, perSecond: scenario.createPerSecond, signal }, async () => {
      const site = await this.#create()
      if (site !== undefined) mutations.add(site)
    })
    const deletions = every({ clock, perSecond: scenario.deletePerSecond, signal }, async () => {
      const site = this.#sites.splice(randomInt(this.#options.random, this.#sites.length), 1)[0]
      if (site === undefined) return
      mutations.remove(site)
      await this.#delete(site)
    })
    await this.#watchOver(begun, scenario.seconds, signal)
    stop.abort()
    await Promise.all([creations.ended, deletions.ended, mutations.ended()])
    return this.#report(scenario, creations.omitted + deletions.omitted)
  }

  /** Takes samples until the time is over, or the run is stopped. */
  async #watchOver(begun: number, seconds: number, signal: AbortSignal): Promise<void> {
    const { clock, sampleEverySeconds = 15, stopsWhenBroken = false, onSample } = this.#options
    for (let before = 0; ; ) {
      const next = Math.min(seconds, (this.#samples.length + 1) * sampleEverySeconds)
      await sleep(clock, Math.max(0, begun + next * 1_000 - clock.elapsed()), signal).catch(() => undefined)
      if (signal.aborted) return
      const second = (clock.elapsed() - begun) / 1_000
      const sample = await this.#sample(second, second - before)
      this.#samples.push(sample)
      onSample?.(sample)
      before = second
      if (next >= seconds || (stopsWhenBroken && !sample.isKept)) return
    }
  }

  async #sample(second: number, since: number): Promise<Sample> {
    const { queue, clock } = this.#options
    const overdue = this.#tracker.overdue(promised.readySeconds * 1_000, clock.elapsed())
    const latencies = { queue: sumOf(await queue()), ready: this.#tracker.ready.buckets, overdue }
    const churn = this.#changes / since
    this.#changes = 0
    return { second, websites: this.#sites.length, churn, ...judge(latencies) }
  }

  #report({ name }: Scenario, omitted: number): Report {
    return {
      scenario: name,
      samples: this.#samples,
      capacity: capacityOf(this.#samples) ?? null,
      failures: this.#failures,
      omitted,
      backfilled: this.#tracker.backfilled,
      watchP99: quantileOf(this.#tracker.watch.buckets, promised.share) ?? null,
    }
  }

  #see(type: string, { metadata, status }: Website): void {
    if (type === 'deleted') return this.#tracker.gone(metadata.uid)
    const [generation, observedGeneration] = [metadata.generation ?? 0, status?.observedGeneration ?? 0]
    const isReady = status?.phase === 'Ready'
    this.#tracker.saw({ uid: metadata.uid, generation, observedGeneration, isReady }, this.#options.clock.elapsed())
  }

  async #create(): Promise<Site | undefined> {
    const [name, namespace, theme] = [`site-${this.#made++}`, this.#any(this.#projects), this.#any(this.#themes)]
    const metadata = { ...this.#metadata(name), namespace }
    const made = await this.#count(this.#client.create(Website, { metadata, spec: { theme } }))
    if (made === undefined) return undefined
    const site = { name, namespace, theme, uid: made.metadata.uid }
    this.#sites.push(site)
    this.#tracker.changed(site.uid, made.metadata.generation ?? 1, this.#options.clock.elapsed())
    return site
  }

  async #mutate(site: Site): Promise<void> {
    const theme = this.#any(this.#themes.filter((one) => one !== site.theme))
    const made = await this.#count(this.#client.patch(Website, site, { spec: { theme } }))
    if (made === undefined) return
    site.theme = theme
    this.#tracker.changed(site.uid, made.metadata.generation ?? 1, this.#options.clock.elapsed())
  }

  async #delete(site: Site): Promise<void> {
    await this.#count(this.#client.delete(Website, site))
    this.#tracker.gone(site.uid)
  }

  /** Counts a change, or a rejection. */
  async #count<Result>(write: Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await write
      this.#changes++
      return result
    } catch {
      this.#failures++
      return undefined
    }
  }

  #metadata(name: string, labels: Readonly<Record<string, string>> = {}) {
    return { name, labels: { ...this.#labels, ...labels }, ownerReferences: this.#ownerReferences as never }
  }

  #any<One>(from: readonly One[]): One {
    return from[randomInt(this.#options.random, from.length)]!
  }
}
