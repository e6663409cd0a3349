/**
 * What one shard knows of the objects that are its own, and of the reconciles under way.
 *
 * A cache may lag: it shows an object as ours that was given to somebody else before this process got its lease. So the
 * shard counts its objects with a list of its own once it holds the lease, and again whenever the sharder asks. From then on an
 * object is ours if it was counted, or if what the cache shows is newer than the count: only we give our objects away. One that the
 * cache shows older than it was counted is ours too, but not as it is shown: whoever had it before may have seen it newer.
 *
 * One that was given to this shard since may be meant for another process of its name, which found no lease where somebody had
 * deleted ours. So it is ours once the lease was seen to be, after the object was.
 */
import { compareResourceVersions, type KubeObject, parseApiVersion } from '@kubewright/core'
import { readMarks } from './marks.ts'

/**
 * `ours`; `given`: ours if the lease still is; `draining`: ours, but somebody asked for it; `behind`: ours, and the cache has yet to
 * show it as it was counted; `mismarked`: its label names us and its annotation does not; `uncounted`: nothing is known of its kind
 * yet; `foreign`: anything else.
 */
export type Belonging = 'ours' | 'given' | 'draining' | 'behind' | 'mismarked' | 'uncounted' | 'foreign'

/** A reconcile under way. Disposing it says that it has ended. */
export interface Undertaking extends Disposable {
  /** Aborted when the object is wanted elsewhere. */
  readonly until: AbortSignal
}

/** A request that was given up arrives within this time, or never. */
export const inFlightMs = 5_000
/** Those that were accepted first are asked about again, if they are still there. */
const mostAccepted = 100_000

interface Count {
  /** The version of each object that was counted, by uid. */
  readonly versions: Map<string, string>
  /** The uids of those that were accepted since, oldest first. Nobody says here when one is deleted. */
  readonly accepted: Set<string>
  readonly resourceVersion: string
  /** The version with which an object was let go since: what a cache shows up to it is over. */
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
  /** Exactly the objects that are being reconciled, by uid. */
  readonly #underWay = new Map<string, UnderWay>()
  /** When a reconcile of an object last failed, by uid, oldest first: a request it gave up may still be on its way. */
  readonly #failedAt = new Map<string, number>()
  /** The last of them. */
  #lastFailedAt = -Infinity
  /** No reconcile of these begins. */
  readonly #draining = new Set<string>()

  constructor(ring: string, shard: string) {
    this.#ring = ring
    this.#shard = shard
  }

  /** Replaces what was counted of a kind, unless that is newer: of two counts at once, the older may be answered last. */
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

  /** Nothing is known of a kind any more: nothing of it is begun until it is counted. */
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

  /** Whether a newer state than the one at hand is known, in which it is not ours. */
  #isOver({ metadata: { uid, resourceVersion } }: KubeObject, count: Count): boolean {
    const released = count.released.get(uid)
    if (released !== undefined && compareResourceVersions(resourceVersion, released) <= 0) return true
    return !count.versions.has(uid) && compareResourceVersions(resourceVersion, count.resourceVersion) <= 0
  }

  /** The lease was this process's after it had seen that the object was given to it. */
  accept(object: KubeObject): void {
    if (this.belonging(object) !== 'given') return
    const { accepted } = this.#counts.get(keyOf(kindOf(object)))!
    accepted.add(object.metadata.uid)
    if (accepted.size > mostAccepted) accepted.delete(accepted.values().next().value!)
  }

  /** A reconcile begins. */
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

  /** No reconcile of it begins from now on, until it is let go or kept. */
  drain(uid: string): void {
    this.#draining.add(uid)
  }

  /** It stays after all. */
  keep(uid: string): void {
    this.#draining.delete(uid)
  }

  /** It was let go, and has this version since. */
  release(kind: KindOf, uid: string, resourceVersion: string): void {
    this.#draining.delete(uid)
    const count = this.#counts.get(keyOf(kind))
    count?.versions.delete(uid)
    count?.accepted.delete(uid)
    count?.released.set(uid, resourceVersion)
  }

  /** Resolves once no reconcile of the object is under way. */
  ended(uid: string): Promise<void> {
    const work = this.#underWay.get(uid)
    return work === undefined ? Promise.resolve() : new Promise((resolve) => work.ended.push(resolve))
  }

  abort(uid: string, reason: Error): void {
    this.#underWay.get(uid)?.abort.abort(reason)
  }

  /** A reconcile of it failed. What it had sent may arrive for a while. */
  fail({ metadata: { uid } }: KubeObject, now: number): void {
    for (const [one, at] of this.#failedAt) {
      if (now - at < inFlightMs) break
      this.#failedAt.delete(one)
    }
    this.#failedAt.delete(uid)
    this.#failedAt.set(uid, now)
    this.#lastFailedAt = now
  }

  /** In how many milliseconds nothing that was sent for the object can arrive any more; of all objects if none is named. */
  settledInMs(now: number, uid?: string): number {
    const failedAt = uid === undefined ? this.#lastFailedAt : (this.#failedAt.get(uid) ?? -Infinity)
    return Math.max(0, failedAt + inFlightMs - now)
  }

  /** What is being reconciled without having been counted. */
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
