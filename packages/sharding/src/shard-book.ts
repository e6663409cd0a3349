/**
 * What a sharder sees of the shards of its ring: one sight for each, kept by a watch on their leases. Every replica keeps one,
 * so that whoever becomes the leader knows already for how long a shard has been silent.
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
} from './names.ts'
import { durationOf, isFreshlyTaken, isTaken, type JudgedShard, judge } from './shard-state.ts'
import { miss, see, type ShardLease, type ShardSight } from './shard-sight.ts'

export interface ShardBookOptions {
  readonly cache: Cache
  readonly clock: Clock
  readonly ring: string
  readonly namespace: string
  /** How long leases last as this process knows it. One that says less was edited: its shard goes by what it knows, too. */
  readonly durationMs: number
}

/** How many shards are looked for at once of which only objects speak. */
const mostUnseen = 16

export class ShardBook implements Disposable {
  readonly #options: ShardBookOptions
  readonly #sights = new Map<string, ShardSight>()
  /** What this process took itself, by shard. */
  readonly #holds = new Map<string, Moment & Pick<ShardLease, 'uid' | 'renewTime'>>()
  readonly #source: Source<typeof Lease>
  readonly #listeners = new Set<() => void>()
  /** When the watch last told of any lease, as `clock.elapsed()`. */
  #heardAt: number | undefined

  constructor(options: ShardBookOptions) {
    this.#options = options
    const { cache, namespace, ring } = options
    this.#source = cache.source(Lease, { namespace, labels: `${ringLabel}=${ring}` })
    this.#source.subscribe(({ type, object }) => {
      this.#hear()
      if (type === 'deleted') this.#missed(object)
      else this.noteLease(object)
    })
  }

  /** Resolves once all leases are known. They are told of one after another, and a part of them would make another ring. */
  async synced(signal: AbortSignal): Promise<void> {
    await this.#source.synced({ signal })
    for (const lease of this.#source.list()) this.noteLease(lease)
  }

  get shards(): readonly string[] {
    return [...this.#sights.keys()].sort()
  }

  sightOf(shard: string): ShardSight | undefined {
    return this.#sights.get(shard)
  }

  judge(shard: string): JudgedShard | undefined {
    const sight = this.#sights.get(shard)
    return sight && judge(sight, this.#options.clock.elapsed())
  }

  /** In how many milliseconds something about a shard changes if nothing is heard. */
  get changesInMs(): number {
    const now = this.#options.clock.elapsed()
    return Math.min(Infinity, ...[...this.#sights.values()].map((sight) => changesIn(sight, now)))
  }

  /**
   * Objects speak of these shards: those without a lease are looked for from now on. Not of all at once, for each costs a lease and
   * anybody can write a name: the others have their turn.
   */
  expect(shards: readonly string[]): void {
    const unseen = [...this.#sights.values()].filter(({ lease }) => lease === undefined).length
    const more = shards.filter((shard) => !this.#sights.has(shard)).slice(0, Math.max(0, mostUnseen - unseen))
    for (const shard of more) this.#sights.set(shard, miss(undefined, shard, this.#options.clock.elapsed()))
    if (more.length > 0) this.#tell()
  }

  /** Nothing speaks of it any more. */
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
   * Where nobody at all was heard for longer than a shard may be silent, it was the server, or the way to it, that was silent.
   * That time is held against nobody; otherwise the first shard that is back after an outage would get everything.
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
   * The lease as this process has taken it.
   *
   * @param sent when the write was sent that took it
   */
  noteHold(object: ObjectOf<typeof Lease>, sent: Moment): void {
    const { shard, uid, renewTime } = shardLease(object)
    this.#holds.set(shard, { ...sent, uid, renewTime })
    this.noteLease(object)
  }

  /**
   * Whether this process took the lease, or renewed its hold, so lately that its shard cannot be back. A hold that was merely seen
   * may be of any age, whenever that was. And while a machine sleeps only the wall's clock goes on.
   */
  isOver(shard: string): boolean {
    const { clock } = this.#options
    const [sight, hold] = [this.#sights.get(shard), this.#holds.get(shard)]
    if (sight?.lease === undefined || hold?.uid !== sight.lease.uid || hold.renewTime !== sight.lease.renewTime)
      return false
    return isFreshlyTaken(sight, clock.elapsed()) && ageOf(hold, clock) < durationOf(sight) / 2
  }

  /** A lease under another name would be a second one of the same shard. */
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
    // Nobody acted under it any more: with its lease, the shard is gone.
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

/** Its state, how fresh the sharder's hold is, or whether two may act under its name. */
function changesIn(sight: ShardSight, now: number): number {
  const freshForMs = isTaken(sight) ? sight.since + durationOf(sight) / 2 - now : 0
  const ahead = [freshForMs, sight.contestedUntil - now].filter((ms) => ms > 0)
  return Math.min(judge(sight, now).changesInMs, ...ahead)
}

/** A watch may lag behind what was written here. */
function isOlder({ uid, resourceVersion }: ShardLease, before: ShardSight | undefined): boolean {
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
