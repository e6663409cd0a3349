/**
 * The clusters other than home, divided among the shards of a ring by one lease per cluster, stored at home.
 *
 * Every `retryEvery` a process lists the leases, takes free clusters, requests clusters of processes that have more, and
 * hands over requested clusters. A process that never joins a cluster lists nothing.
 *
 * See decision 0328.
 */
import { formatDuration } from '@kubewright/core'
import { withJitter } from '@kubewright/core/random'
import { deadline } from '@kubewright/core/time'
import type { ClusterDivision, ClusterShare, DividedCluster, LeaseTiming } from '@kubewright/lease'
import { askedByAnnotation, clusterLeaseName, holderOf, shardOf } from '../names.ts'
import { inFlightMs } from '../shard/ownership.ts'
import { pause } from '../pause.ts'
import { ClusterLeases, type StoredLease } from './cluster-leases.ts'
import type { ClusterLeaseSettings } from './cluster-lease-settings.ts'
import { type ObservedCluster, type DivisionPlan, planDivision } from './division-plan.ts'
import { HeldCluster, promisedRounds } from './held-cluster.ts'

/** After how many durations without access to a cluster a process hands it over. */
const unreachableDurations = 2

export class SharedClusters implements ClusterDivision {
  readonly #settings: ClusterLeaseSettings
  readonly #identity: string
  readonly #leases: ClusterLeases
  /** By the name of the lease. */
  readonly #shares = new Map<string, HeldCluster>()
  /** Resolves when the last share of a lease has ended, by the name of the lease. */
  readonly #running = new Map<string, Promise<void>>()
  /** Since when each lease has been free, for clusters that are promised. */
  readonly #freeSince = new Map<string, number>()
  readonly #unreachableSince = new Map<string, number>()
  #hasJoined = false
  #failure: string | undefined

  constructor(settings: ClusterLeaseSettings) {
    this.#settings = { ...settings, timing: withTimeToArrive(settings.timing) }
    this.#identity = holderOf(settings.shard, settings.ids.uuid())
    this.#leases = new ClusterLeases(this.#settings)
  }

  shareOf(cluster: DividedCluster): ClusterShare {
    const join = (share: HeldCluster) => this.#join(share)
    const queue = (ended: Promise<void>) => this.#queue(clusterLeaseName(this.#settings.ring, cluster.identity), ended)
    return new HeldCluster({ ...this.#settings, cluster, identity: this.#identity, join, queue })
  }

  /** Why the leases cannot be read. */
  get failure(): string | undefined {
    return this.#failure
  }

  /** Resolves once `signal` is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, random, timing } = this.#settings
    while (!signal.aborted) {
      if (this.#hasJoined) await this.#round(signal)
      await pause(clock, withJitter(random, timing.retryEveryMs, 0.2), signal)
    }
  }

  #join(share: HeldCluster): Disposable {
    const name = this.#leaseOf(share)
    this.#shares.set(name, share)
    this.#hasJoined = true
    return {
      [Symbol.dispose]: () => {
        if (this.#shares.get(name) === share) this.#shares.delete(name)
      },
    }
  }

  /** The shares of a lease run one after another: they have the same identity, so one could release the hold of another. */
  #queue(name: string, ended: Promise<void>): Promise<void> | undefined {
    const before = this.#running.get(name)
    const running = Promise.all([before, ended]).then(() => {
      if (this.#running.get(name) === running) this.#running.delete(name)
    })
    this.#running.set(name, running)
    return before
  }

  #leaseOf({ cluster }: HeldCluster): string {
    return clusterLeaseName(this.#settings.ring, cluster.identity)
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { clock, log, timing } = this.#settings
    using limit = deadline(
      clock,
      timing.renewWithinMs,
      () => new Error('the API server did not respond in time'),
      signal,
    )
    try {
      await this.#leases.list(limit.signal)
      for (const [name, share] of this.#shares) {
        const lease = this.#leases.find(name)
        if (lease !== undefined) share.notice(lease)
      }
      this.#noteTimes()
      await this.#carryOut(planDivision(this.#identity, this.#observedClusters()), limit.signal)
      await this.#leases.sweep((name) => this.#shares.has(name), limit.signal)
      this.#failure = undefined
    } catch (error) {
      if (signal.aborted) return
      const why = error instanceof Error ? error.message : String(error)
      if (why !== this.#failure) log.warn('leases of the clusters could not be read or written, will retry', { error })
      this.#failure = why
    }
  }

  async #carryOut(plan: DivisionPlan, signal: AbortSignal): Promise<void> {
    const now = this.#settings.clock.elapsed()
    const longestMs = unreachableDurations * this.#settings.timing.durationMs
    for (const name of plan.handOver) {
      const to = this.#askedBy(name)
      this.#shares.get(name)?.handOver(`asked by ${to === undefined ? 'another replica' : shardOf(to)}`, to)
    }
    for (const name of plan.decline) this.#shares.get(name)?.decline()
    const why = `not reachable or without controllers here for ${formatDuration(longestMs)}`
    for (const [name, since] of this.#unreachableSince) {
      if (now - since >= longestMs) this.#shares.get(name)?.handOver(why)
    }
    await Promise.all(plan.take.map((name) => this.#shares.get(name)!.take(signal)))
    await Promise.all(plan.ask.map((name) => this.#leases.ask(this.#leases.find(name)!, this.#identity, signal)))
  }

  #askedBy(name: string): string | undefined {
    return askedBy(this.#leases.find(name))
  }

  #observedClusters(): readonly ObservedCluster[] {
    const names = new Set([...this.#shares.keys(), ...this.#leases.all.map(({ metadata }) => metadata.name)])
    return [...names].flatMap((name) => {
      const [share, lease] = [this.#shares.get(name), this.#leases.find(name)]
      if (share === undefined) return this.#strangeSight(name, lease!)
      const isHere = lease !== undefined || this.#leases.isMissingLongEnough(name)
      const isFree = share.isFree
      return {
        cluster: name,
        holder: share.isBusy ? this.#identity : isFree ? undefined : lease?.spec?.holderIdentity || undefined,
        isReachable: share.cluster.isReachable() && isHere && !share.isResting,
        askedBy: share.isLeaving ? share.receiver : askedBy(lease),
        isLeaving: share.isLeaving,
        isPromised: isFree && this.#isPromised(name, lease),
      }
    })
  }

  /** A cluster that is not, or not yet, known to this process: it counts for its holder. */
  #strangeSight(cluster: string, { spec, metadata }: StoredLease): ObservedCluster | [] {
    const holder = spec?.holderIdentity
    if (holder === undefined || holder === '' || this.#leases.isStale(metadata.name)) return []
    return { cluster, holder, isReachable: false, askedBy: undefined, isLeaving: false, isPromised: false }
  }

  #isPromised(name: string, lease: StoredLease | undefined): boolean {
    const { clock, timing } = this.#settings
    const to = askedBy(lease)
    const since = this.#freeSince.get(name)
    if (to === undefined || to === this.#identity || since === undefined) return false
    return clock.elapsed() - since < promisedRounds * timing.retryEveryMs
  }

  #noteTimes(): void {
    const now = this.#settings.clock.elapsed()
    const note = (times: Map<string, number>, is: (name: string, share: HeldCluster) => boolean) => {
      for (const name of times.keys()) if (!this.#shares.has(name)) times.delete(name)
      for (const [name, share] of this.#shares) {
        if (!is(name, share)) times.delete(name)
        else if (!times.has(name)) times.set(name, now)
      }
    }
    note(this.#freeSince, (_, share) => share.isFree)
    note(this.#unreachableSince, (_, { cluster, isHeld }) => isHeld && !cluster.isReachable())
  }
}

/** Extends the lease duration, so that a write sent at the end of `renewWithin` arrives before another process takes over. */
function withTimeToArrive(timing: LeaseTiming): LeaseTiming {
  return { ...timing, durationMs: Math.max(timing.durationMs, timing.renewWithinMs + inFlightMs) }
}

function askedBy(lease: StoredLease | undefined): string | undefined {
  return lease?.metadata.annotations?.[askedByAnnotation] || undefined
}
