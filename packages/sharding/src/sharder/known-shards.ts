/**
 * The shards of a ring as observed by a sharder: one sight per shard, kept by a watch on their leases. Every replica keeps
 * one, so that a new leader already knows how long a shard has been silent.
 */
import type { Cache, Source } from '@kubewright/cache'
import { type Clock, compareResourceVersions } from '@kubewright/core'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { ageOf, type Moment, readLease } from '@kubewright/lease'
import type { ObjectOf } from '@kubewright/resource'
import {
  answeredAnnotation,
  askedAnnotation,
  renewalsAnnotation,
  reservedAnnotation,
  ringLabel,
  sharderHolder,
  shardLeaseName,
  shardNameLabel,
  stateLabel,
  workAnnotation,
} from '../names.ts'
import { durationOf, isFreshlyTaken, isTaken, type JudgedShard, judge } from '../ring/shard-state.ts'
import { miss, see, type ShardLease, type ObservedShard } from './observed-shard.ts'

export interface KnownShardsOptions {
  readonly cache: Cache
  readonly clock: Clock
  readonly ring: string
  readonly namespace: string
  /**
   * The lease duration configured in this process. A shorter duration in a lease was edited: the shard itself uses its own
   * setting, too.
   */
  readonly durationMs: number
}

/** How many shards that are only named by objects are tracked at once. */
const mostUnseen = 16

export class KnownShards implements Disposable {
  readonly #options: KnownShardsOptions
  readonly #sights = new Map<string, ObservedShard>()
  /** Leases that this process took itself, by shard. */
  readonly #holds = new Map<string, Moment & Pick<ShardLease, 'uid' | 'renewTime'>>()
  readonly #source: Source<typeof Lease>
  readonly #listeners = new Set<() => void>()
  /** When the watch last delivered any lease, as `clock.elapsed()`. */
  #heardAt: number | undefined

  constructor(options: KnownShardsOptions) {
    this.#options = options
    const { cache, namespace, ring } = options
    this.#source = cache.source(Lease, { namespace, labels: `${ringLabel}=${ring}` })
    this.#source.subscribe(({ type, object }) => {
      this.#hear()
      if (type === 'deleted') this.#missed(object)
      else this.noteLease(object)
    })
  }

  /** Resolves once all leases are known. They are delivered one by one, and a part of them would make a different ring. */
  async synced(signal: AbortSignal): Promise<void> {
    await this.#source.synced({ signal })
    for (const lease of this.#source.list()) this.noteLease(lease)
  }

  get shards(): readonly string[] {
    return [...this.#sights.keys()].sort()
  }

  sightOf(shard: string): ObservedShard | undefined {
    return this.#sights.get(shard)
  }

  judge(shard: string): JudgedShard | undefined {
    const sight = this.#sights.get(shard)
    return sight && judge(sight, this.#options.clock.elapsed())
  }

  /** Milliseconds until something about a shard changes if no event arrives. */
  get changesInMs(): number {
    const now = this.#options.clock.elapsed()
    return Math.min(Infinity, ...[...this.#sights.values()].map((sight) => changesIn(sight, now)))
  }

  /**
   * Objects name these shards: those without a lease are tracked from now on. Not all at once, because each costs a lease and
   * any client can write a name: the others follow later.
   */
  expect(shards: readonly string[]): void {
    const unseen = [...this.#sights.values()].filter(({ lease }) => lease === undefined).length
    const more = shards.filter((shard) => !this.#sights.has(shard)).slice(0, Math.max(0, mostUnseen - unseen))
    for (const shard of more) this.#sights.set(shard, miss(undefined, shard, this.#options.clock.elapsed()))
    if (more.length > 0) this.#tell()
  }

  /** No object names the shard any more. */
  forget(shard: string): void {
    if (this.#sights.get(shard)?.isMissing) this.#sights.delete(shard)
  }

  noteLease(object: ObjectOf<typeof Lease>): void {
    const lease = this.#read(object)
    if (!this.#isProper(lease)) return
    const before = this.#sights.get(lease.shard)
    if (isOlder(lease, before)) return
    this.#sights.set(lease.shard, see(before, lease, this.#options.clock.elapsed()))
    this.#tell()
  }

  #read(object: ObjectOf<typeof Lease>): ShardLease {
    const lease = shardLease(object)
    return lease.holder === '' ? lease : { ...lease, durationMs: Math.max(lease.durationMs, this.#options.durationMs) }
  }

  /**
   * If no lease at all was delivered for longer than a shard may be silent, the server or the connection was down. That time
   * does not count against any shard; otherwise the first shard that returns after an outage would get everything.
   */
  #hear(): void {
    const now = this.#options.clock.elapsed()
    const silentMs = now - (this.#heardAt ?? now)
    this.#heardAt = now
    if (silentMs <= this.#options.durationMs) return
    for (const [shard, sight] of this.#sights) {
      if (!isTaken(sight)) this.#sights.set(shard, { ...sight, since: Math.min(now, sight.since + silentMs) })
    }
  }

  /**
   * Records the lease as this process has taken it.
   *
   * @param sent when the write that took it was sent
   */
  noteHold(object: ObjectOf<typeof Lease>, sent: Moment): void {
    const { shard, uid, renewTime } = shardLease(object)
    this.#holds.set(shard, { ...sent, uid, renewTime })
    this.noteLease(object)
  }

  /**
   * Whether this process took or renewed the lease so recently that its shard cannot be back. A hold that was only observed
   * may be of any age. While a machine sleeps, only the wall clock advances.
   */
  isOver(shard: string): boolean {
    const { clock } = this.#options
    const [sight, hold] = [this.#sights.get(shard), this.#holds.get(shard)]
    if (sight?.lease === undefined || hold?.uid !== sight.lease.uid || hold.renewTime !== sight.lease.renewTime)
      return false
    return isFreshlyTaken(sight, clock.elapsed()) && ageOf(hold, clock) < durationOf(sight) / 2
  }

  /** A lease with another name would be a second one of the same shard. */
  #isProper({ shard, name }: ShardLease): boolean {
    return shard !== '' && name === shardLeaseName(this.#options.ring, shard)
  }

  subscribe(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  #missed(object: ObjectOf<typeof Lease>): void {
    const lease = this.#read(object)
    const before = this.#sights.get(lease.shard)
    if (!this.#isProper(lease) || (before?.lease !== undefined && before.lease.uid !== lease.uid)) return
    // No process acted under it any more: the shard is gone with its lease.
    const isOver = lease.holder === sharderHolder || (lease.holder === '' && lease.reservedMs === 0)
    if (isOver) this.#sights.delete(lease.shard)
    else this.#sights.set(lease.shard, miss(before, lease.shard, this.#options.clock.elapsed()))
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  [Symbol.dispose](): void {
    this.#source[Symbol.dispose]()
  }
}

/** The next change of its state, of the freshness of the sharder's hold, or of the end of a contest. */
function changesIn(sight: ObservedShard, now: number): number {
  const freshForMs = isTaken(sight) ? sight.since + durationOf(sight) / 2 - now : 0
  const ahead = [freshForMs, sight.contestedUntil - now].filter((ms) => ms > 0)
  return Math.min(judge(sight, now).changesInMs, ...ahead)
}

/** A watch may lag behind own writes. */
function isOlder({ uid, resourceVersion }: ShardLease, before: ObservedShard | undefined): boolean {
  const known = before?.lease
  return known?.uid === uid && compareResourceVersions(resourceVersion, known.resourceVersion) < 0
}

export function shardLease(object: ObjectOf<typeof Lease>): ShardLease {
  const { labels = {}, annotations = {}, name } = object.metadata
  const reserved = Number(annotations[reservedAnnotation] ?? 0)
  return {
    ...readLease(object),
    shard: labels[shardNameLabel] ?? '',
    name,
    reservedMs: Number.isFinite(reserved) && reserved > 0 ? reserved * 1_000 : 0,
    renewals: annotations[renewalsAnnotation] ?? '',
    asked: annotations[askedAnnotation] ?? '',
    answered: annotations[answeredAnnotation] ?? '',
    label: labels[stateLabel] ?? '',
    work: annotations[workAnnotation] ?? '',
  }
}
