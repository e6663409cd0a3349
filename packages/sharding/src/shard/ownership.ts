/**
 * The objects that a shard owns, and its running reconciles.
 *
 * A cache may lag: it may show an object as ours that was given to another shard before this process got its lease. So the
 * shard counts its objects with its own list once it holds the lease, and again whenever the sharder requests it. From then on an
 * object is ours if it was counted, or if the cache shows a version newer than the count: only we give our objects away. If
 * the cache shows an older version than the counted one, the object is ours, but the cached state is stale: its former owner
 * may have seen a newer one.
 *
 * An object assigned to this shard since may be meant for another process of the same name, which acquired the lease after
 * ours was deleted. So it is ours only once the lease was confirmed after the object was seen.
 *
 * See decisions 0190 and 0220.
 */
import type { KubeObject } from '@kubewright/core'
import { compareResourceVersions, parseApiVersion } from '@kubewright/core/object'
import { readMarks } from '../ring/marks.ts'

/**
 * - `ours`
 * - `given`: ours if the lease still is
 * - `draining`: ours, but another shard is to get it
 * - `behind`: ours, but the cache does not show the counted version yet
 * - `mismarked`: its label names us and its annotation does not
 * - `uncounted`: its kind has not been counted yet
 * - `foreign`: anything else
 */
export type Belonging = 'ours' | 'given' | 'draining' | 'behind' | 'mismarked' | 'uncounted' | 'foreign'

/** A running reconcile. Disposing it marks its end. */
export interface Undertaking extends Disposable {
  /** Aborted when the object is to move to another shard. */
  readonly until: AbortSignal
}

/** An abandoned request arrives within this time, or never. */
export const inFlightMs = 5_000
/** Beyond this, the oldest accepted objects are confirmed again if they still exist. */
const mostAccepted = 100_000

interface Count {
  /** The counted version of each object, by uid. */
  readonly versions: Map<string, string>
  /** Uids accepted since the count, oldest first. Deletions are not reported here. */
  readonly accepted: Set<string>
  readonly resourceVersion: string
  /** The version with which each object was released since the count: cached states up to it are stale. */
  readonly released: Map<string, string>
}

interface UnderWay {
  reconciles: number
  readonly abort: AbortController
  readonly ended: (() => void)[]
}

export class Ownership {
  readonly #ring: string
  readonly #shard: string
  /** By kind. */
  readonly #counts = new Map<string, Count>()
  /** Exactly the objects being reconciled, by uid. */
  readonly #underWay = new Map<string, UnderWay>()
  /** When a reconcile of an object last failed, by uid, oldest first: a request that it abandoned may still be in flight. */
  readonly #failedAt = new Map<string, number>()
  /** The most recent failure. */
  #lastFailedAt = -Infinity
  /** Objects for which no reconcile may start. */
  readonly #draining = new Set<string>()

  constructor(ring: string, shard: string) {
    this.#ring = ring
    this.#shard = shard
  }

  /** Replaces the count of a kind, unless the known one is newer: of two concurrent counts, the older may finish last. */
  count(kind: KindOf, objects: Iterable<KubeObject>, resourceVersion: string): void {
    const known = this.#counts.get(keyOf(kind))
    if (known !== undefined && compareResourceVersions(resourceVersion, known.resourceVersion) < 0) return
    const versions = new Map<string, string>()
    for (const object of objects) {
      const { label, note } = readMarks(object, this.#ring)
      if (label === this.#shard && note === this.#shard)
        versions.set(object.metadata.uid, object.metadata.resourceVersion)
    }
    const released = [...(known?.released ?? [])].filter(
      ([, version]) => compareResourceVersions(version, resourceVersion) > 0,
    )
    this.#counts.set(keyOf(kind), { versions, accepted: new Set(), resourceVersion, released: new Map(released) })
  }

  /** Discards the count of a kind: no reconcile of it starts until it is counted again. */
  forget(kind: KindOf): void {
    this.#counts.delete(keyOf(kind))
  }

  belonging(object: KubeObject): Belonging {
    const { uid, resourceVersion } = object.metadata
    const { label, note, isDraining } = readMarks(object, this.#ring)
    const count = this.#counts.get(keyOf(kindOf(object)))
    if (count === undefined) return 'uncounted'
    if (label !== this.#shard || this.#isOver(object, count)) return 'foreign'
    if (compareResourceVersions(resourceVersion, count.versions.get(uid) ?? '0') < 0) return 'behind'
    if (note !== this.#shard) return 'mismarked'
    if (!count.versions.has(uid) && !count.accepted.has(uid)) return 'given'
    return isDraining || this.#draining.has(uid) ? 'draining' : 'ours'
  }

  /** Whether a newer state is known in which the object is not ours. */
  #isOver({ metadata: { uid, resourceVersion } }: KubeObject, count: Count): boolean {
    const released = count.released.get(uid)
    if (released !== undefined && compareResourceVersions(resourceVersion, released) <= 0) return true
    return !count.versions.has(uid) && compareResourceVersions(resourceVersion, count.resourceVersion) <= 0
  }

  /** The lease was confirmed after this process had seen that the object was assigned to it. */
  accept(object: KubeObject): void {
    if (this.belonging(object) !== 'given') return
    const { accepted } = this.#counts.get(keyOf(kindOf(object)))!
    accepted.add(object.metadata.uid)
    if (accepted.size > mostAccepted) accepted.delete(accepted.values().next().value!)
  }

  /** A reconcile starts. */
  begin({ metadata: { uid } }: KubeObject): Undertaking {
    const known = this.#underWay.get(uid)
    const work = known ?? { reconciles: 0, abort: new AbortController(), ended: [] }
    work.reconciles++
    this.#underWay.set(uid, work)
    let hasEnded = false
    return {
      until: work.abort.signal,
      [Symbol.dispose]: () => {
        if (hasEnded) return
        hasEnded = true
        if (--work.reconciles > 0) return
        this.#underWay.delete(uid)
        for (const tell of work.ended) tell()
      },
    }
  }

  /** No reconcile of it may start until it is released or kept. */
  drain(uid: string): void {
    this.#draining.add(uid)
  }

  /** The object stays. */
  keep(uid: string): void {
    this.#draining.delete(uid)
  }

  /** The object was released, and now has this version. */
  release(kind: KindOf, uid: string, resourceVersion: string): void {
    this.#draining.delete(uid)
    const count = this.#counts.get(keyOf(kind))
    count?.versions.delete(uid)
    count?.accepted.delete(uid)
    count?.released.set(uid, resourceVersion)
  }

  /** Resolves once no reconcile of the object is running. */
  ended(uid: string): Promise<void> {
    const work = this.#underWay.get(uid)
    return work === undefined ? Promise.resolve() : new Promise((resolve) => work.ended.push(resolve))
  }

  abort(uid: string, reason: Error): void {
    this.#underWay.get(uid)?.abort.abort(reason)
  }

  /** A reconcile of the object failed. Requests it sent may still arrive for a while. */
  fail({ metadata: { uid } }: KubeObject, now: number): void {
    for (const [one, at] of this.#failedAt) {
      if (now - at < inFlightMs) break
      this.#failedAt.delete(one)
    }
    this.#failedAt.delete(uid)
    this.#failedAt.set(uid, now)
    this.#lastFailedAt = now
  }

  /** Milliseconds until no request for the object can arrive any more; for all objects if no uid is given. */
  settledInMs(now: number, uid?: string): number {
    const failedAt = uid === undefined ? this.#lastFailedAt : (this.#failedAt.get(uid) ?? -Infinity)
    return Math.max(0, failedAt + inFlightMs - now)
  }

  /** Objects being reconciled that were not counted. */
  get strays(): readonly string[] {
    const counts = [...this.#counts.values()]
    return [...this.#underWay.keys()].filter((uid) => !counts.some(({ versions }) => versions.has(uid)))
  }
}

interface KindOf {
  readonly group: string
  readonly kind: string
}

function keyOf({ group, kind }: KindOf): string {
  return `${group}/${kind}`
}

function kindOf({ apiVersion, kind }: KubeObject): KindOf {
  return { group: parseApiVersion(apiVersion).group, kind }
}
