/**
 * A fixed number of websites, changed at a given rate. A level of load is held for a while and judged on its own, independent
 * of earlier levels.
 */
import { createCache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { type Clock, sleep, systemClock } from '@kubewright/core'
import { type Random, randomInt, systemRandom } from '@kubewright/core/random'
import { Namespace } from '@kubewright/kubernetes/core/v1'
import { projectLabel, skipWorkloadLabel, Theme, Website } from 'webhosting-operator'
import { every } from './every.ts'
import { type Buckets, minus, quantileOf, sumOf } from './latency-histogram.ts'
import { judge, promised } from './service-levels.ts'
import { Tracker } from './tracker.ts'

export interface PopulationOptions {
  /** Needs full access. Owned by the caller: it stays open. */
  readonly client: Client
  /** The queue durations of all replicas since they started. */
  readonly queue: () => Promise<readonly Buckets[]>
  /** @default 50 */
  readonly themes?: number
  /** @default 20 */
  readonly projects?: number
  readonly clock?: Clock
  readonly random?: Random
}

export interface Site {
  readonly name: string
  readonly namespace: string
  readonly uid: string
}

/** The result of a load that was held for a while. */
export interface Level {
  /** Requested changes a second, and those that the server answered. */
  readonly perSecond: number
  readonly answeredPerSecond: number
  readonly queueP99: number | null
  readonly readyP99: number | null
  /** Whether both service levels were met. */
  readonly isKept: boolean
  /** The watch latency of this program itself. */
  readonly watchP99: number | null
}

const colors = ['darkcyan', 'gold', 'tomato', 'orchid', 'seagreen', 'slateblue', '#fa8072', 'rgb(70 130 180)']
/** Enough to keep the replicas busy, and few enough that the load generator is not the limit. */
const madeAtOnce = 60
const mostUnready = 300

export class Population implements AsyncDisposable {
  readonly #options: PopulationOptions & Required<Pick<PopulationOptions, 'clock' | 'random'>>
  readonly #cache
  readonly #sites: Site[] = []
  readonly #themes: string[] = []
  readonly #projects: string[] = []
  readonly #seen = new Map<string, Website>()
  readonly #listeners = new Set<(site: Website) => void>()
  #tracker = new Tracker()
  #turn = 0

  constructor(options: PopulationOptions) {
    this.#options = { clock: systemClock, random: systemRandom, ...options }
    this.#cache = createCache({ client: options.client, clock: this.#options.clock })
  }

  get sites(): readonly Site[] {
    return this.#sites
  }

  /** The websites as seen by the watch. */
  get seen(): readonly Website[] {
    return [...this.#seen.values()]
  }

  /** Notifies of every change of a website. */
  subscribe(listen: (site: Website) => void): Disposable {
    this.#listeners.add(listen)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listen) }
  }

  /** Creates themes and projects, and starts the watch that all measurements use. */
  async prepare(): Promise<void> {
    const { client, themes = 50, projects = 20 } = this.#options
    for (let index = 0; index < themes; index++) {
      const spec = { color: colors[index % colors.length]!, fontFamily: 'sans-serif' }
      this.#themes.push((await client.create(Theme, { metadata: { name: `theme-${index}` }, spec })).metadata.name)
    }
    for (let index = 0; index < projects; index++) {
      const metadata = { name: `project-${index}`, labels: { [projectLabel]: 'true' } }
      this.#projects.push((await client.create(Namespace, { metadata })).metadata.name)
    }
    const source = this.#cache.source(Website)
    await source.synced({ timeout: '1m' })
    source.subscribe(({ type, object }) => this.#see(type, object))
  }

  /** Creates websites up to `count`. Resolves when all of them are ready. */
  async grow(count: number): Promise<void> {
    let next = this.#sites.length
    const make = async () => {
      while (next < count) {
        // No more than the operator can follow: a website that waits for minutes would be considered lost.
        while (this.#unready > mostUnready) await sleep(this.#options.clock, '20ms')
        await this.#make(next++)
      }
    }
    await Promise.all(Array.from({ length: madeAtOnce }, make))
    await this.settled()
  }

  /** Creates `count` more, at this rate. */
  async growSlowly(count: number, perSecond: number): Promise<void> {
    const { clock } = this.#options
    const stop = new AbortController()
    const first = this.#sites.length
    let next = first
    const creations = every({ clock, perSecond, signal: stop.signal }, async () => {
      if (next - first < count) await this.#make(next++)
    })
    await sleep(clock, (count / perSecond) * 1_000)
    stop.abort()
    await creations.ended
  }

  /** Resolves once all changed websites are ready. Failure: rejects after two minutes without progress. */
  async settled(): Promise<void> {
    const { clock } = this.#options
    let least = this.#unready
    let limit = clock.elapsed() + 120_000
    while (this.#unready > 0) {
      if (this.#unready < least) [least, limit] = [this.#unready, clock.elapsed() + 120_000]
      if (clock.elapsed() > limit)
        throw new Error(`The operator does not keep up: ${least} websites wait, and none was ready in 2 minutes.`)
      await sleep(clock, '50ms')
    }
  }

  /** Changes websites in turn at this rate for this long, and judges the result. */
  async hold(perSecond: number, seconds: number): Promise<Level> {
    const { clock, queue } = this.#options
    const tracker = (this.#tracker = new Tracker())
    const before = sumOf(await queue())
    const stop = new AbortController()
    let answered = 0
    const changes = every({ clock, perSecond, signal: stop.signal }, async () => {
      await this.change(this.#sites[this.#turn++ % this.#sites.length]!)
      answered++
    })
    await sleep(clock, seconds * 1_000)
    stop.abort()
    await changes.ended
    const latencies = {
      queue: minus(sumOf(await queue()), before),
      ready: tracker.ready.buckets,
      overdue: tracker.overdue(promised.readySeconds * 1_000, clock.elapsed()),
    }
    const watchP99 = quantileOf(tracker.watch.buckets, promised.share) ?? null
    return { perSecond, answeredPerSecond: answered / seconds, watchP99, ...judge(latencies) }
  }

  /** Gives a website another theme. */
  async change(site: Site): Promise<void> {
    const { client, clock } = this.#options
    const before = this.#seen.get(site.uid)?.spec.theme
    const theme = this.#any(this.#themes.filter((one) => one !== before))
    const { metadata } = await client.patch(Website, site, { spec: { theme } })
    this.#tracker.changed(site.uid, metadata.generation ?? 1, clock.elapsed())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cache[Symbol.asyncDispose]()
  }

  /** Answered changes that have not been seen ready. */
  get #unready(): number {
    return this.#tracker.overdue(-1, this.#options.clock.elapsed())
  }

  async #make(number: number): Promise<void> {
    const { client, clock } = this.#options
    const ref = { name: `site-${number}`, namespace: this.#projects[number % this.#projects.length]! }
    const metadata = { ...ref, labels: { [skipWorkloadLabel]: 'true' } }
    const made = await client.create(Website, { metadata, spec: { theme: this.#any(this.#themes) } })
    this.#sites.push({ ...ref, uid: made.metadata.uid })
    this.#tracker.changed(made.metadata.uid, made.metadata.generation ?? 1, clock.elapsed())
  }

  #see(type: string, site: Website): void {
    const { metadata, status } = site
    if (type === 'deleted') return this.#tracker.gone(metadata.uid)
    this.#seen.set(metadata.uid, site)
    for (const listen of this.#listeners) listen(site)
    const [generation, observedGeneration] = [metadata.generation ?? 0, status?.observedGeneration ?? 0]
    const isReady = status?.phase === 'Ready'
    this.#tracker.saw({ uid: metadata.uid, generation, observedGeneration, isReady }, this.#options.clock.elapsed())
  }

  #any<One>(from: readonly One[]): One {
    return from[randomInt(this.#options.random, from.length)]!
  }
}
