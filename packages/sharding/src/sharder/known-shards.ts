/**
 * The shards of a ring as observed by a process: one observation per shard, updated by a watch of their leases. Every replica
 * observes them, so that a new leader already has the time for which a shard has been silent.
 */
import type { Cache, Source } from '@kubewright/cache'
import type { Clock } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { ageOf, type Moment } from '@kubewright/lease'
import type { ObjectOf } from '@kubewright/resource'
import { ringLabel, sharderHolder, shardLeaseName } from '../names.ts'
import type { RingIdentity } from '../ring/ring-identity.ts'
import { durationOf, isFreshlyTaken, isTaken, type ShardAssessment, assess } from '../ring/shard-state.ts'
import { observeAbsence, observeLease, type ObservedShard } from '../ring/observed-shard.ts'
import { readShardLease, type ShardLease } from '../ring/shard-lease.ts'

export interface KnownShardsOptions extends RingIdentity {
  readonly cache: Cache
  readonly clock: Clock
}

/** How many shards that are only named by objects are tracked at once. */
const maxUnobserved = 16

export class KnownShards implements Disposable {
  readonly #options: KnownShardsOptions
  readonly #observations = new Map<string, ObservedShard>()
  /** When this process took over a lease itself, by shard. */
  readonly #takeovers = new Map<string, Moment & Pick<ShardLease, 'uid' | 'renewTime'>>()
  readonly #source: Source<typeof Lease>
  readonly #listeners = new Set<() => void>()
  /** When the watch last delivered any lease, as `clock.elapsed()`. */
  #lastEventAt: number | undefined

  constructor(options: KnownShardsOptions) {
    this.#options = options
    const { cache, namespace, ring } = options
    this.#source = cache.source(Lease, { namespace, labels: `${ringLabel}=${ring}` })
    this.#source.subscribe(({ type, object }) => {
      this.#discountSilence()
      if (type === 'deleted') this.#observeDeletion(object)
      else this.noteLease(object)
    })
  }

  /** Resolves once all leases are known. They are delivered one by one, and a part of them would make a different ring. */
  async synced(signal: AbortSignal): Promise<void> {
    await this.#source.synced({ signal })
    for (const lease of this.#source.list()) this.noteLease(lease)
  }

  get names(): readonly string[] {
    return [...this.#observations.keys()].sort()
  }

  observationOf(shard: string): ObservedShard | undefined {
    return this.#observations.get(shard)
  }

  assess(shard: string): ShardAssessment | undefined {
    const observed = this.#observations.get(shard)
    return observed && assess(observed, this.#options.clock.elapsed())
  }

  /** Milliseconds until something about a shard changes if no event arrives. */
  get changesInMs(): number {
    const now = this.#options.clock.elapsed()
    return Math.min(Infinity, ...[...this.#observations.values()].map((observed) => changesIn(observed, now)))
  }

  /**
   * Objects name these shards: those without a lease are tracked from now on. Not all at once, because each costs a lease and
   * any client can write a name: the others follow later.
   */
  trackNamed(shards: readonly string[]): void {
    const unseen = [...this.#observations.values()].filter(({ lease }) => lease === undefined).length
    const more = shards.filter((shard) => !this.#observations.has(shard)).slice(0, Math.max(0, maxUnobserved - unseen))
    for (const shard of more)
      this.#observations.set(shard, observeAbsence(undefined, shard, this.#options.clock.elapsed()))
    if (more.length > 0) this.#notify()
  }

  /** Forgets a shard whose lease is missing. Only for a shard that no object names any more. */
  forget(shard: string): void {
    if (this.#observations.get(shard)?.isMissing) this.#observations.delete(shard)
  }

  noteLease(object: ObjectOf<typeof Lease>): void {
    const lease = this.#read(object)
    if (!this.#isProper(lease)) return
    const before = this.#observations.get(lease.shard)
    if (isOlder(lease, before)) return
    this.#observations.set(lease.shard, observeLease(before, lease, this.#options.clock.elapsed()))
    this.#notify()
  }

  /** A shorter duration in a lease was edited: the shard itself uses its own setting, too. */
  #read(object: ObjectOf<typeof Lease>): ShardLease {
    const lease = readShardLease(object)
    return lease.holder === '' ? lease : { ...lease, durationMs: Math.max(lease.durationMs, this.#options.durationMs) }
  }

  /**
   * If no lease at all was delivered for longer than a shard may be silent, the server or the connection was down. That time
   * does not count against any shard; otherwise the first shard that returns after an outage would get everything.
   */
  #discountSilence(): void {
    const now = this.#options.clock.elapsed()
    const silentMs = now - (this.#lastEventAt ?? now)
    this.#lastEventAt = now
    if (silentMs <= this.#options.durationMs) return
    for (const [shard, observed] of this.#observations) {
      if (!isTaken(observed))
        this.#observations.set(shard, { ...observed, since: Math.min(now, observed.since + silentMs) })
    }
  }

  /**
   * Records the lease as this process has taken it.
   *
   * @param sent when the write that took it was sent
   */
  noteTakeover(object: ObjectOf<typeof Lease>, sent: Moment): void {
    const { shard, uid, renewTime } = readShardLease(object)
    this.#takeovers.set(shard, { ...sent, uid, renewTime })
    this.noteLease(object)
  }

  /**
   * Whether this process took or renewed the lease so recently that its shard cannot be back. A hold that was only observed
   * may be of any age. While a machine sleeps, only the wall clock advances.
   */
  isFenced(shard: string): boolean {
    const { clock } = this.#options
    const [observed, takeover] = [this.#observations.get(shard), this.#takeovers.get(shard)]
    if (observed?.lease === undefined) return false
    if (takeover?.uid !== observed.lease.uid || takeover.renewTime !== observed.lease.renewTime) return false
    return isFreshlyTaken(observed, clock.elapsed()) && ageOf(takeover, clock) < durationOf(observed) / 2
  }

  /** A lease with another name would be a second one of the same shard. */
  #isProper({ shard, name }: ShardLease): boolean {
    return shard !== '' && name === shardLeaseName(this.#options.ring, shard)
  }

  subscribe(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  #observeDeletion(object: ObjectOf<typeof Lease>): void {
    const lease = this.#read(object)
    const before = this.#observations.get(lease.shard)
    if (!this.#isProper(lease) || (before?.lease !== undefined && before.lease.uid !== lease.uid)) return
    // No process acted under it any more: the shard is gone with its lease.
    const hasEnded = lease.holder === sharderHolder || (lease.holder === '' && lease.reservedMs === 0)
    if (hasEnded) this.#observations.delete(lease.shard)
    else this.#observations.set(lease.shard, observeAbsence(before, lease.shard, this.#options.clock.elapsed()))
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  [Symbol.dispose](): void {
    this.#source[Symbol.dispose]()
  }
}

/** The next change of its state, of the freshness of the sharder's hold, or of the end of a contest. */
function changesIn(observed: ObservedShard, now: number): number {
  const freshForMs = isTaken(observed) ? observed.since + durationOf(observed) / 2 - now : 0
  const ahead = [freshForMs, observed.contestedUntil - now].filter((ms) => ms > 0)
  return Math.min(assess(observed, now).changesInMs, ...ahead)
}

/** A watch may lag behind own writes. */
function isOlder({ uid, resourceVersion }: ShardLease, before: ObservedShard | undefined): boolean {
  const known = before?.lease
  return known?.uid === uid && compareResourceVersions(resourceVersion, known.resourceVersion) < 0
}
