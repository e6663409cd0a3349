/** A replica that works on its share of clusters: models a manager, as far as the division is concerned. */
import { type Logger, silentLogger, sleep } from '@kubewright/core'
import { type Random, randomInt, seededIds } from '@kubewright/core/random'
import type { ClusterShare } from '@kubewright/lease'
import { leaseTiming } from '@kubewright/lease'
import type { HeldCluster } from '../clusters/held-cluster.ts'
import { SharedClusters } from '../clusters/shared-clusters.ts'
import type { DivisionActor, DivisionJudge } from './division-judge.ts'
import { simulatedClient } from './simulated-client.ts'
import { leaseNamespace, ring } from './simulated-kinds.ts'
import { SimulatedProcess, type World } from './simulated-process.ts'

export const divisionTiming = leaseTiming({ duration: '15s', renewWithin: '10s', retryEvery: '2s' })
export const divisionDrainMs = 6_000
/** Maximum duration of a reconcile that ignores its signal. */
const longestMs = 12_000
/** How long a manager waits for the reconciles of a replaced connection. */
const abortGraceMs = 2_000

export interface DivisionReplicaOptions {
  readonly shard: string
  readonly world: World
  readonly random: Random
  readonly judge: DivisionJudge
  readonly stubborn: number
  /** All replicas that were ever started. */
  readonly all: () => readonly DivisionActor[]
  readonly log?: Logger
}

interface Part {
  readonly share: ClusterShare
  readonly stop: AbortController
  readonly kill: AbortController
  /** Aborted when the cluster is removed: its reconciles are aborted, and nothing more is sent. */
  readonly gone: AbortController
  readonly wire: { isPartitioned: boolean }
  ended: Promise<void>
  /** The last turn. */
  acting: Promise<unknown>
  isActing: boolean
}

/** Work on one cluster, while it belongs to this replica. */
interface Turn {
  readonly cluster: string
  readonly part: Part
  readonly stop: AbortSignal
  readonly kill: AbortSignal
}

export class DivisionReplica implements DivisionActor {
  readonly name: string
  readonly shard: string
  readonly process: SimulatedProcess
  readonly #options: DivisionReplicaOptions
  readonly #division: SharedClusters
  readonly #parts = new Map<string, Part>()
  /** Replaced connections that have not ended. */
  readonly #former = new Set<Part>()
  readonly #over = new AbortController()
  readonly #dividing: Promise<void>
  #isStopping = false

  constructor(name: string, options: DivisionReplicaOptions) {
    this.name = name
    this.#options = options
    this.shard = options.shard
    this.process = new SimulatedProcess(name, options.world)
    const { random, log = silentLogger } = options
    this.#division = new SharedClusters({
      client: simulatedClient(this.process),
      clock: this.process.clock,
      random,
      ids: seededIds(random),
      log,
      ring,
      namespace: leaseNamespace,
      shard: options.shard,
      timing: divisionTiming,
      drainWithinMs: () => divisionDrainMs,
    })
    this.#dividing = this.#division.run(this.#over.signal)
  }

  /** Whether it may write right now, as far as it knows. */
  believes(cluster: string): boolean {
    return this.process.isRunning && this.holds(cluster)
  }

  holds(cluster: string): boolean {
    const part = this.#parts.get(cluster)
    return part !== undefined && part.isActing && part.share.standing.isActing
  }

  get clusters(): readonly string[] {
    return [...this.#parts.keys()].filter((name) => this.holds(name))
  }

  reaches(cluster: string): boolean {
    return this.#parts.get(cluster)?.wire.isPartitioned === false
  }

  setLink(cluster: string, isCut: boolean): void {
    const part = this.#parts.get(cluster)
    if (part !== undefined) part.wire.isPartitioned = isCut
  }

  add(cluster: string, wire = { isPartitioned: false }): void {
    if (this.#parts.has(cluster) || this.#isStopping) return
    const [stop, kill, gone] = [new AbortController(), new AbortController(), new AbortController()]
    const isReachable = () => !wire.isPartitioned
    const share = this.#division.shareOf({ name: cluster, identity: cluster, isReachable })
    const over = Promise.resolve()
    const part: Part = { share, stop, kill, gone, wire, ended: over, acting: over, isActing: false }
    this.#parts.set(cluster, part)
    part.ended = this.#run(cluster, part)
  }

  /** Like a manager: aborts the work of the old connection, and waits for it, but not for long. */
  async rekey(cluster: string, isWanted: () => boolean): Promise<void> {
    const part = this.#parts.get(cluster)
    if (part === undefined) return
    this.#parts.delete(cluster)
    this.#former.add(part)
    for (const one of [part.gone, part.stop]) one.abort(new Error('the cluster has a new connection'))
    void part.ended.then(() => this.#former.delete(part))
    const grace = sleep(this.process.clock, abortGraceMs, new AbortController().signal)
    await Promise.race([part.acting.catch(() => undefined), grace])
    if (part.isActing) part.kill.abort(new Error('reconciles ignore their signal'))
    else await part.ended
    if (isWanted()) this.add(cluster, part.wire)
  }

  /** Like a manager: aborts the work on the cluster, and deletes its lease. */
  remove(cluster: string): void {
    const part = this.#parts.get(cluster)
    if (part === undefined) return
    this.#parts.delete(cluster)
    for (const one of [part.gone, part.stop]) one.abort(new Error('the cluster was removed'))
    void part.ended.then(() => part.share.discard())
  }

  /** Like SIGTERM. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const { stop } of this.#parts.values()) stop.abort(new Error('told to stop'))
    await Promise.all([...this.#parts.values(), ...this.#former].map(({ ended }) => ended))
    this.#over.abort()
    await this.#dividing
  }

  /** Ends everything, so that nothing is left after the simulation. */
  bury(): Promise<void> {
    this.process.bury()
    for (const { kill } of [...this.#parts.values(), ...this.#former]) kill.abort(new Error('over'))
    return this.stop()
  }

  #run(cluster: string, part: Part): Promise<void> {
    const { share, stop, kill } = part
    return share.run(stop.signal, kill.signal, (stopping, killing) => {
      const aborted = AbortSignal.any([killing, part.gone.signal])
      part.acting = this.#work({ cluster, part, stop: stopping, kill: aborted })
      return part.acting as Promise<void>
    })
  }

  async #work(turn: Turn): Promise<void> {
    const { judge, all } = this.#options
    const { part, cluster } = turn
    part.isActing = true
    judge.begin(cluster, this, all())
    try {
      await Promise.all([1, 2].map(() => this.#reconcileUntil(turn)))
    } finally {
      part.isActing = false
    }
  }

  async #reconcileUntil(turn: Turn): Promise<void> {
    const { random } = this.#options
    const { stop, kill } = turn
    while (!stop.aborted && !kill.aborted) {
      await this.#reconcile(turn).catch(() => undefined) // retried
      await sleep(this.process.clock, 100 + randomInt(random, 900), stop).catch(() => undefined)
    }
  }

  /** Some writes. A reconcile continues after a drain request; some also continue when aborted. */
  async #reconcile(turn: Turn): Promise<void> {
    const { random, stubborn, world } = this.#options
    const isStubborn = random.next() < stubborn && !world.isCalm
    const signal = isStubborn ? new AbortController().signal : turn.kill
    for (let left = 1 + randomInt(random, 3); left > 0; left--) {
      await sleep(this.process.clock, isStubborn ? randomInt(random, longestMs) : randomInt(random, 400), signal)
      await this.#write(turn, signal)
    }
  }

  /** The write gate of a manager, checked at the moment of sending. */
  #write({ cluster, part, stop, kill }: Turn, signal: AbortSignal): Promise<void> {
    const { judge } = this.#options
    const { share, wire, gone } = part
    if (gone.signal.aborted || !share.standing.isActing) {
      const isHeld = (share as HeldCluster).isHeld && this.process.isRunning
      if (stop.aborted && !kill.aborted && isHeld) judge.cutShort(cluster, this)
      return Promise.reject(new Error('may not act'))
    }
    return share.send(() => this.process.call(() => judge.write(cluster, this), signal, 'slowWork', wire))
  }
}
