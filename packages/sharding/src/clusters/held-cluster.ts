/** One process's share in one cluster: waits for the lease, works while it holds it, hands it over. */
import { ignoreNotFound, isConflict } from '@kubewright/client'
import { onAbort } from '@kubewright/core/tasks'
import { backOffMs, deadline } from '@kubewright/core/time'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { type ClusterShare, type DividedCluster, LeaseHolder, type Standing } from '@kubewright/lease'
import type { ObjectOf } from '@kubewright/resource'
import { askedByAnnotation, clusterLeaseName, clusterNameAnnotation, clusterRingLabel, shardOf } from '../names.ts'
import type { ClusterLeaseSettings } from './cluster-lease-settings.ts'
import { type ActOnCluster, ClusterTerm } from './cluster-term.ts'
import { SentWrites } from './sent-writes.ts'

export interface HeldClusterOptions extends ClusterLeaseSettings {
  readonly cluster: DividedCluster
  /** The identity under which this process holds leases; unique to this process. */
  readonly identity: string
  /** Adds the share to the division until the result is disposed. */
  readonly join: (share: HeldCluster) => Disposable
  /**
   * `ended` resolves when this share has ended. Returns a promise for the end of the earlier shares; `undefined` if there are
   * none.
   */
  readonly queue: (ended: Promise<void>) => Promise<void> | undefined
}

/** For how many rounds a cluster that was given up is left to other replicas. */
export const promisedRounds = 3

const releaseWithinMs = 5_000
/** The same for a process that is being killed. */
const hurriedReleaseMs = 1_000
/** Maximum extra pause, beyond the duration, of a process whose work on the cluster fails repeatedly. */
const longestRestMs = 600_000

export class HeldCluster implements ClusterShare {
  readonly cluster: DividedCluster
  readonly #options: HeldClusterOptions
  readonly #holder: LeaseHolder
  readonly #sent: SentWrites
  #term: ClusterTerm | undefined
  #taking: Promise<boolean> | undefined
  #wake: () => void = () => {}
  /** Whether the next renewal removes the request of another process. */
  #clearsAsk = false
  #receiver: string | undefined
  #isQueued = false
  /** Until when other processes may take the cluster first. */
  #restUntil = -Infinity
  /** Consecutive terms that ended because the work rejected. */
  #failures = 0

  constructor(options: HeldClusterOptions) {
    this.#options = options
    this.cluster = options.cluster
    const { client, clock, ring, namespace, identity, timing, cluster } = options
    this.#sent = new SentWrites(clock)
    this.#holder = new LeaseHolder({
      client,
      clock,
      lease: { namespace, name: clusterLeaseName(ring, cluster.identity) },
      identity,
      timing,
      labels: { [clusterRingLabel]: ring },
      annotations: (event) => ({
        [clusterNameAnnotation]: cluster.name,
        ...(event === 'renew' && this.#clearsAsk ? { [askedByAnnotation]: null } : {}),
      }),
    })
  }

  get standing(): Standing {
    const isActing = this.#term?.mayWrite ?? false
    const { holder } = this.#holder
    return { isActing, holder, text: isActing ? 'this process works on it' : this.#waitsFor(holder) }
  }

  #waitsFor(holder: string | undefined): string {
    if (this.#isQueued) return 'this process still finishes the work of an earlier connection'
    if (holder === undefined) return 'no replica works on it'
    if (holder === this.#options.identity)
      return `this process ${this.isLeaving ? 'is handing it over' : 'held it last'}`
    return `${shardOf(holder)} ${this.#holder.isFree ? 'held it last' : 'works on it'}`
  }

  get isHeld(): boolean {
    return this.#holder.isHeld
  }

  /** Whether it cannot be taken: it is already held, or work of an earlier hold has not ended. */
  get isBusy(): boolean {
    return this.#term !== undefined || this.#taking !== undefined || this.#holder.isHeld
  }

  get isLeaving(): boolean {
    return this.#term?.isLeaving ?? false
  }

  /** The process it is being handed over to. */
  get receiver(): string | undefined {
    return this.#receiver
  }

  /** Whether it gave up the cluster without releasing the lease: other processes may take it first. */
  get isResting(): boolean {
    return this.#options.clock.elapsed() < this.#restUntil
  }

  /**
   * Whether no process holds the lease, as far as observed; or it has this process's identity, because the response to a take
   * was lost.
   */
  get isFree(): boolean {
    if (this.isBusy) return false
    return this.#holder.holder === this.#options.identity ? !this.isResting : this.#holder.isFree
  }

  notice(lease: ObjectOf<typeof Lease>): void {
    this.#holder.notice(lease)
    if (lease.metadata.annotations?.[askedByAnnotation] === undefined) this.#clearsAsk = false
  }

  send<Answer>(write: () => Promise<Answer>): Promise<Answer> {
    return this.#sent.send(write)
  }

  /** Tries once to acquire the lease. Never rejects. */
  async take(signal: AbortSignal): Promise<void> {
    if (this.isBusy) return
    this.#clearsAsk = true
    this.#taking = this.#attempt(signal)
    const isTaken = await this.#taking
    this.#taking = undefined
    if (isTaken) this.#wake()
  }

  /**
   * Ends the work gracefully and releases the lease.
   *
   * @param why for the log
   */
  handOver(why: string, to?: string): void {
    const { log, cluster } = this.#options
    if (this.#term === undefined || this.#term.isLeaving) return
    log.info('handing cluster over', { cluster: cluster.name, why, to })
    this.#receiver = to
    this.#term.leave(new Error(`the cluster ${cluster.name} is handed over to another replica`))
  }

  /** Keeps the cluster, and removes the request with the next renewal. */
  decline(): void {
    this.#clearsAsk = true
  }

  async run(stop: AbortSignal, kill: AbortSignal, act: ActOnCluster): Promise<void> {
    let end = () => {}
    const before = this.#options.queue(new Promise((resolve) => (end = resolve)))
    try {
      if (before !== undefined) await this.#wait(before, stop, kill)
      if (!stop.aborted && !kill.aborted) await this.#compete(stop, kill, act)
    } finally {
      end()
    }
  }

  /** Resolves once the earlier shares of the lease have ended, or a signal is aborted. */
  async #wait(before: Promise<void>, ...signals: readonly AbortSignal[]): Promise<void> {
    const listening: Disposable[] = []
    const aborted = new Promise<void>((resolve) => {
      for (const signal of signals) {
        if (signal.aborted) resolve()
        else listening.push(onAbort(signal, resolve))
      }
    })
    this.#isQueued = true
    await Promise.race([before, aborted])
    this.#isQueued = false
    for (const one of listening) one[Symbol.dispose]()
  }

  async #compete(stop: AbortSignal, kill: AbortSignal, act: ActOnCluster): Promise<void> {
    const joined = this.#options.join(this)
    const isOver = () => stop.aborted || kill.aborted
    while (!isOver()) {
      await this.#taken(stop, kill)
      if (!isOver() && this.#holder.isHeld) await this.#work(stop, kill, act)
    }
    joined[Symbol.dispose]()
    if (kill.aborted) return
    await this.#taking
    await this.#release(kill) // taken while stopping: no work was started under it
  }

  async discard(): Promise<void> {
    const { client, clock, ring, namespace, log, cluster } = this.#options
    const ref = { namespace, name: clusterLeaseName(ring, cluster.identity) }
    using limit = deadline(clock, releaseWithinMs, () => new Error('the API server did not respond in time'))
    const { signal } = limit
    try {
      const lease = await client.get(Lease, ref, { signal }).catch(ignoreNotFound)
      if (lease === undefined || (lease.spec?.holderIdentity ?? '') !== '') return
      const { uid, resourceVersion } = lease.metadata
      await client.delete(Lease, ref, { preconditions: { uid, resourceVersion }, signal }).catch(unlessTaken)
    } catch (error) {
      log.warn('lease of a removed cluster could not be deleted, will retry in a few minutes', {
        cluster: cluster.name,
        error,
      })
    }
  }

  /** Resolves once the lease is held, or a signal is aborted. */
  #taken(...signals: readonly AbortSignal[]): Promise<void> {
    return new Promise((resolve) => {
      const listening = signals.map((signal) => onAbort(signal, () => this.#wake()))
      this.#wake = () => {
        for (const one of listening) one[Symbol.dispose]()
        this.#wake = () => {}
        resolve()
      }
      if (this.#holder.isHeld) this.#wake()
    })
  }

  async #work(stop: AbortSignal, kill: AbortSignal, act: ActOnCluster): Promise<void> {
    const { clock, random, log, drainWithinMs, cluster } = this.#options
    log.info('acquired the lease of the cluster, starting its controllers', { cluster: cluster.name })
    this.#receiver = undefined
    const parts = { cluster, holder: this.#holder, sent: this.#sent }
    const term = new ClusterTerm({ clock, random, log, drainWithinMs, ...parts })
    this.#term = term
    const mayRelease = await term.run(stop, kill, act)
    const isReleased = mayRelease && (await this.#release(kill))
    this.#failures = term.hasFailed ? this.#failures + 1 : 0
    const leftAt = mayRelease && !isReleased ? clock.elapsed() : term.leftAt
    if (leftAt !== undefined) this.#rest(leftAt)
    this.#term = undefined
  }

  /**
   * Rests until the lease has expired and other processes have had time to take it; with back-off if the work fails
   * repeatedly.
   */
  #rest(from: number): void {
    const { durationMs, retryEveryMs } = this.#options.timing
    const longerMs = backOffMs(this.#failures - 1, durationMs, longestRestMs)
    this.#restUntil = from + durationMs + promisedRounds * retryEveryMs + longerMs
  }

  async #attempt(signal: AbortSignal): Promise<boolean> {
    const { clock, timing, log, cluster } = this.#options
    using limit = deadline(
      clock,
      timing.renewWithinMs,
      () => new Error('the API server did not respond in time'),
      signal,
    )
    try {
      const isTaken = await this.#holder.tryHold(limit.signal)
      if (isTaken) this.#clearsAsk = false
      return isTaken
    } catch (error) {
      if (!signal.aborted)
        log.warn('lease of a cluster could not be taken, will retry', { cluster: cluster.name, error })
      return false
    }
  }

  /** Returns whether the lease was released, so that other processes need not wait for it to expire. */
  async #release(kill: AbortSignal): Promise<boolean> {
    const { clock, log, cluster } = this.#options
    const withinMs = kill.aborted ? hurriedReleaseMs : releaseWithinMs
    using limit = deadline(
      clock,
      withinMs,
      () => new Error('the API server did not respond in time'),
      ...(kill.aborted ? [] : [kill]),
    )
    try {
      await this.#holder.release(limit.signal)
      return true
    } catch (error) {
      log.warn('lease of a cluster could not be released, another shard takes over when it expires', {
        cluster: cluster.name,
        error,
      })
      return false
    }
  }
}

/** Another process was faster. */
function unlessTaken(error: unknown): undefined {
  if (!isConflict(error)) ignoreNotFound(error)
  return undefined
}
