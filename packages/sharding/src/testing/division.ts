/**
 * Replicas that divide clusters, under simulated time with a seed, with every kind of fault. The same story always has the
 * same result.
 */
import type { LogFields, Logger } from '@kubewright/core'
import { type Random, seededRandom } from '@kubewright/core/random'
import { DivisionJudge } from './division-judge.ts'
import { divisionDrainMs, DivisionReplica, divisionTiming } from './division-replica.ts'
import type { DivisionEvent, DivisionStory } from './division-story.ts'
import { SimulatedApi } from './simulated-api.ts'
import { leaseNamespace } from './simulated-kinds.ts'
import { quiet, type World } from './simulated-process.ts'
import { SimulatedTime } from './simulated-time.ts'

export interface DivisionReport {
  readonly violations: readonly string[]
  readonly writes: number
  /** How often a cluster changed hands. */
  readonly moves: number
  /** How long after the last fault every cluster had a working replica that reaches it. */
  readonly settledMs: number
  readonly told: readonly string[]
}

const { durationMs, retryEveryMs } = divisionTiming
/**
 * Within this time after the last fault every cluster has a working replica that reaches it: two durations until a holder
 * that does not reach it gives it up, the time to end its work and for its writes to arrive, one duration until the lease of
 * a holder that could not release it has expired, and three rounds.
 */
export const divisionBoundMs = 3 * durationMs + 2 * divisionDrainMs + 3 * 1.2 * retryEveryMs
/** By then shares are balanced. */
const balancedMs = 2 * divisionBoundMs
/** By then the leases of removed clusters are deleted: a duration and a minute after the last renewal. */
const sweptMs = 60_000 + 2 * durationMs
const lookEveryMs = 500
const quietMs = 15_000
const mostEvents = 400_000

export async function playDivision(story: DivisionStory, isTold = false): Promise<DivisionReport> {
  return new Division(story, isTold).play()
}

class Division {
  readonly #story: DivisionStory
  readonly #random: Random
  readonly #time = new SimulatedTime()
  readonly #api = new SimulatedApi()
  readonly #world: World
  readonly #judge = new DivisionJudge(() => this.#time.now)
  readonly #told: string[] | undefined
  readonly #all: DivisionReplica[] = []
  /** The replicas that should run, by shard. */
  readonly #running = new Map<string, DivisionReplica>()
  readonly #clusters = new Set<string>()
  /** Links that stay cut: `web-0 east`. */
  readonly #cut = new Set<string>()
  readonly #stopping: Promise<void>[] = []
  /** When each lease was created, by uid. */
  readonly #madeAt = new Map<string, number>()
  /** When a cluster was last observed to have changed hands. */
  #moved = { moves: 0, at: 0 }
  #calmAt = 0
  #shards = 0
  #names = 0

  constructor(story: DivisionStory, isTold: boolean) {
    this.#story = story
    this.#random = seededRandom(`division world ${story.seed}`)
    const [time, api] = [this.#time, this.#api]
    this.#world = { time, api, random: this.#random, outage: 0, noise: story.noise, isCalm: false }
    this.#told = isTold ? [] : undefined
    api.onWrite = ({ before, after }) => {
      if (before === undefined && after !== undefined) this.#madeAt.set(after.metadata.uid, time.now)
    }
  }

  async play(): Promise<DivisionReport> {
    const { replicas, clusters, events } = this.#story
    for (let count = 0; count < clusters; count++) this.#addCluster()
    for (let count = 0; count < replicas; count++) this.#start(`web-${this.#shards++}`)
    for (const event of events) this.#time.at(event.at, () => this.#happen(event))
    this.#trouble((events.at(-1)?.at ?? 0) + 1_000)
    while (!this.#isBroken && this.#time.now < this.#calmAt)
      await this.#time.runUntil(this.#calmAt, () => this.#isBroken)
    this.#world.noise = quiet
    this.#world.isCalm = true
    this.#tell('calm')
    const settledMs = await this.#comeToRest()
    await this.#bury()
    const { violations, writes, moves } = this.#judge
    return { violations, writes, moves, settledMs, told: this.#told ?? [] }
  }

  get #isBroken(): boolean {
    if (this.#time.ran > mostEvents) this.#judge.miss('it does not come to an end')
    return this.#judge.violations.length > 0
  }

  #tell(text: string): void {
    this.#told?.push(`${Math.round(this.#time.now)}: ${text}`)
  }

  #trouble(ms: number): void {
    this.#calmAt = Math.max(this.#calmAt, this.#time.now + ms)
  }

  #addCluster(): void {
    const name = `cluster-${this.#names++}`
    this.#clusters.add(name)
    // It may have been removed by then.
    const add = (replica: DivisionReplica) => () => void (this.#clusters.has(name) && replica.add(name))
    for (const replica of this.#running.values()) this.#soon(add(replica))
  }

  /** Cluster providers differ in speed between replicas. */
  #soon(run: () => void): void {
    this.#trouble(2_000)
    this.#time.after(this.#random.next() * 2_000, run)
  }

  #start(shard: string): DivisionReplica {
    const name = `${shard}#${this.#all.length}`
    const replica = new DivisionReplica(name, {
      shard,
      world: this.#world,
      random: seededRandom(`replica ${this.#story.seed} ${name}`),
      judge: this.#judge,
      stubborn: this.#story.stubborn,
      all: () => this.#all,
      log: this.#loggerOf(name),
    })
    this.#all.push(replica)
    this.#running.set(shard, replica)
    for (const cluster of this.#clusters) {
      replica.add(cluster)
      if (this.#cut.has(`${shard} ${cluster}`)) replica.setLink(cluster, true)
    }
    this.#tell(`${name} starts`)
    return replica
  }

  /** Not a `recordedLog`, which keeps every entry and adds bound fields, which traces do not have. */
  #loggerOf(name: string): Logger {
    const tell = (text: string, fields: LogFields = {}) =>
      this.#tell(
        `${name}: ${text} ${JSON.stringify({ ...fields, error: (fields['error'] as Error | undefined)?.message })}`,
      )
    const logger: Logger = { debug: tell, info: tell, warn: tell, error: tell, with: () => logger } as Logger
    return logger
  }

  #happen(event: DivisionEvent): void {
    const { what, pick, ms } = event
    const replicas = [...this.#running.values()]
    const replica = replicas[pick % replicas.length]!
    const clusters = [...this.#clusters]
    const cluster = clusters[pick % clusters.length]!
    this.#tell(`${what}: ${replica.name}, ${cluster}, ${ms} ms`)
    this.#trouble(500)
    const lasting = this.#lasting(what, replica, cluster)
    if (lasting !== undefined) {
      lasting(true)
      this.#trouble(ms)
      this.#time.after(ms, () => lasting(false))
    } else this.#meet(event, replica, cluster)
  }

  /** Incidents with a duration. */
  #lasting(
    what: DivisionEvent['what'],
    replica: DivisionReplica,
    cluster: string,
  ): ((is: boolean) => void) | undefined {
    const stand = (isSuspended: boolean) => (is: boolean) =>
      is ? replica.process.pause() : this.#wake(replica, isSuspended)
    const lasting: Partial<Record<DivisionEvent['what'], (is: boolean) => void>> = {
      'stand still': stand(false),
      sleep: stand(true),
      'cut from home': (is) => void (replica.process.isPartitioned = is),
      'lose renewals': (is) => void (replica.process.isLeaseCut = is),
      'cut a link': (is) => (is ? replica.setLink(cluster, true) : this.#heal(replica, cluster)),
      outage: (is) => void (this.#world.outage = is ? 1 : 0),
    }
    return lasting[what]
  }

  #meet({ what, pick, ms }: DivisionEvent, replica: DivisionReplica, cluster: string): void {
    const replicas = [...this.#running.values()]
    const deeds: Partial<Record<DivisionEvent['what'], () => void>> = {
      crash: () => this.#crash(replica, ms),
      restart: () => this.#restart(replica),
      'scale out': () => void (replicas.length < 6 && this.#start(`web-${this.#shards++}`)),
      'scale in': () => this.#scaleIn(replica),
      'keep a link cut': () => this.#keepCut(replica, cluster),
      'set a clock': () => replica.process.jump((this.#random.next() - 0.5) * 7_200_000),
      'start a twin': () => this.#startTwin(replica, ms),
      'delete a lease': () => this.#deleteLease(pick),
      'delete a lease and restart another': () => {
        this.#deleteLease(pick)
        // At once, so that it has never seen the lease.
        this.#crash(replicas[(pick + 1) % replicas.length]!, 10)
      },
      'shorten a lease': () => this.#shortenLease(pick),
      'add a cluster': () => this.#addCluster(),
      'remove a cluster': () => this.#removeCluster(cluster),
      're-key a cluster': () => this.#rekey(cluster),
    }
    deeds[what]!()
  }

  #crash(replica: DivisionReplica, ms: number): void {
    replica.process.kill()
    this.#startAgain(replica.shard, replica, Math.min(ms, 3_000))
  }

  #restart(replica: DivisionReplica): void {
    this.#trouble(1_000)
    const stopped = replica.stop()
    this.#stopping.push(stopped)
    void stopped.then(() => {
      this.#trouble(500)
      this.#startAgain(replica.shard, replica, 100)
    })
  }

  #startAgain(shard: string, former: DivisionReplica, ms: number): void {
    this.#trouble(ms + 100)
    this.#time.after(ms, () => {
      if (this.#running.get(shard) === former) this.#start(shard)
    })
  }

  /** Starts a process of the same name while the other is paused. */
  #startTwin(replica: DivisionReplica, ms: number): void {
    replica.process.pause()
    this.#trouble(ms)
    this.#time.after(Math.min(ms, 1_000), () => {
      if (this.#running.get(replica.shard) === replica) this.#start(replica.shard)
    })
    // The old process ends some time after it has resumed.
    this.#time.after(ms, () => {
      this.#wake(replica, false)
      this.#trouble(3_000)
      this.#time.after(3_000, () => replica.process.kill())
    })
  }

  #scaleIn(replica: DivisionReplica): void {
    const isNeeded = [...this.#clusters].some((one) => this.#reachers(one).every((other) => other === replica))
    if (this.#running.size < 2 || isNeeded) return
    this.#running.delete(replica.shard)
    this.#stopping.push(replica.stop())
  }

  #wake(replica: DivisionReplica, isSuspended: boolean): void {
    replica.process.resume(isSuspended)
    this.#judge.wake(replica)
  }

  #heal(replica: DivisionReplica, cluster: string): void {
    if (!this.#cut.has(`${replica.shard} ${cluster}`)) replica.setLink(cluster, false)
  }

  #keepCut(replica: DivisionReplica, cluster: string): void {
    if (this.#reachers(cluster).every((other) => other === replica)) return
    this.#cut.add(`${replica.shard} ${cluster}`)
    replica.setLink(cluster, true)
  }

  /** Replicas without a permanently cut link to the cluster. */
  #reachers(cluster: string): readonly DivisionReplica[] {
    return [...this.#running.values()].filter(({ shard }) => !this.#cut.has(`${shard} ${cluster}`))
  }

  /** Deletes a lease that all replicas have seen: see decision 0328 for leases that are deleted right after their creation. */
  #deleteLease(pick: number): void {
    const old = this.#leases.filter(({ metadata }) => this.#time.now - this.#madeAt.get(metadata.uid)! > durationMs)
    const lease = old[pick % Math.max(1, old.length)]
    if (lease !== undefined) this.#api.delete('Lease', lease.metadata)
  }

  #shortenLease(pick: number): void {
    const lease = this.#leases[pick % Math.max(1, this.#leases.length)]
    if (lease !== undefined) this.#api.patch('Lease', lease.metadata, { spec: { leaseDurationSeconds: 1 } })
  }

  get #leases() {
    return this.#api.list('Lease').filter(({ metadata }) => metadata.namespace === leaseNamespace)
  }

  #removeCluster(cluster: string): void {
    if (this.#clusters.size < 2) return
    this.#clusters.delete(cluster)
    for (const replica of this.#running.values()) this.#soon(() => replica.remove(cluster))
  }

  /** Every replica gets a new connection to it. */
  #rekey(cluster: string): void {
    const isWanted = () => this.#clusters.has(cluster)
    for (const replica of this.#running.values()) this.#soon(() => void replica.rekey(cluster, isWanted))
  }

  /** Returns how long it took until every cluster was worked on. */
  async #comeToRest(): Promise<number> {
    const from = this.#time.now
    const settled = await this.#until(from + divisionBoundMs, () => this.#unheld())
    if (!settled) this.#judge.miss(`${this.#unheld()} after ${divisionBoundMs} ms`)
    const settledMs = this.#time.now - from
    if (!this.#isBroken && !(await this.#until(from + balancedMs, () => this.#restless())))
      this.#judge.miss(this.#restless()!)
    const swept = from + balancedMs + sweptMs
    if (!this.#isBroken && !(await this.#until(swept, () => this.#leftover()))) this.#judge.miss(this.#leftover()!)
    return settledMs
  }

  async #until(until: number, complaint: () => string | undefined): Promise<boolean> {
    while (this.#time.now < until && complaint() !== undefined && !this.#isBroken) {
      await this.#time.runUntil(this.#time.now + lookEveryMs, () => this.#isBroken)
    }
    return complaint() === undefined
  }

  #unheld(): string | undefined {
    const alive = [...this.#running.values()]
    const missing = [...this.#clusters].filter(
      (one) => !alive.some((replica) => replica.believes(one) && replica.reaches(one)),
    )
    return missing.length === 0 ? undefined : `${missing.join()} not worked on by anybody who reaches it`
  }

  /** Whether shares are balanced, and nothing has moved for a while. */
  #restless(): string | undefined {
    const { moves } = this.#judge
    if (moves !== this.#moved.moves) this.#moved = { moves, at: this.#time.now }
    if (this.#time.now - this.#moved.at < quietMs) return 'clusters move without end'
    if (this.#cut.size > 0 || this.#unheld() !== undefined) return this.#unheld()
    const counts = [...this.#running.values()].map(({ clusters }) => clusters.length)
    return Math.max(...counts) - Math.min(...counts) <= 1 ? undefined : `shares of ${counts.join()} are not balanced`
  }

  #leftover(): string | undefined {
    const named = new Set([...this.#clusters].map((one) => `.${one}`))
    const left = this.#leases
      .map(({ metadata }) => metadata.name!)
      .filter((name) => ![...named].some((one) => name.endsWith(one)))
    return left.length === 0 ? undefined : `leases of removed clusters are left: ${left.join()}`
  }

  async #bury(): Promise<void> {
    const buried = this.#all.map((one) => one.bury())
    let isOver = false
    void Promise.all([...buried, ...this.#stopping]).then(() => (isOver = true))
    for (let turns = 0; turns < 2_000 && !isOver; turns++) await this.#time.runUntil(this.#time.now + 1_000)
    if (!isOver) this.#judge.miss('something does not end')
  }
}
