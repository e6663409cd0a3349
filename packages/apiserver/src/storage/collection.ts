/**
 * All objects of one stored kind, with the retained part of their history.
 *
 * Guarantees
 * - A write succeeds only if the object is at the revision the writer expects (optimistic concurrency).
 * - A read at a revision returns exactly the state at that revision, or fails with `Compacted`.
 * - Subscribers receive every change once, in revision order: in the tick that made it or, with a journal, in the tick that
 *   learns that the change is durable.
 *
 * Revisions come from the store, which has one counter for all collections.
 */
import { Compacted, StaleWrite } from './errors.ts'
import { SortedKeys } from './sorted-keys.ts'
import type { KeptObject } from './text-arena.ts'
import { type Stored, type Version, versionAt } from './version.ts'

/** The store as its collections see it: assigns revisions and commits versions. */
export interface Ledger {
  /** The revision of the newest visible change. */
  readonly revision: number
  /** The revision of the next change. */
  readonly nextRevision: number
  /** History up to and including this revision is gone in all collections. */
  readonly compactedAt: number
  /** Stores the object's text for as long as it is referenced. */
  keep(object: Stored): KeptObject
  /** Takes `version`, which has the next revision, and later publishes or withdraws it. */
  commit(collection: Collection, version: Version): void
}

/** Which objects a page holds, and at which revision. */
export interface RangeOptions {
  /** Only keys with this prefix: a namespace and a slash, or empty. */
  readonly prefix?: string
  /** Start at this key. */
  readonly start?: string
  /** Filters versions by their object. */
  readonly matches?: (version: Version) => boolean
  /** The maximum number of versions. */
  readonly limit?: number
  /** @default the newest state, which the next write is based on; reads of callers pass the store's `revision` */
  readonly revision?: number
}

/** One page of a list, at one revision. */
export interface Range {
  readonly versions: readonly Version[]
  /** The first key that did not fit, if any. */
  readonly next: string | undefined
  readonly revision: number
}

/** The objects of one resource, with their past versions. */
export class Collection {
  readonly name: string
  readonly #ledger: Ledger
  readonly #newest = new Map<string, Version>()
  /** Exactly the keys of `#newest`. */
  readonly #keys = new SortedKeys()
  /** Versions newer than `#compactedAt`, in order of revision. */
  #history: Version[] = []
  readonly #listeners = new Set<(version: Version) => void>()
  /** Size of the texts that only the history references: replaced versions and deletions. */
  #pastBytes = 0
  #compactedAt: number
  #servedSince = 0
  #changedAt = 0
  #live = 0

  constructor(name: string, ledger: Ledger) {
    this.name = name
    this.#ledger = ledger
    this.#compactedAt = ledger.compactedAt
  }

  /** The number of live objects. */
  get size(): number {
    return this.#live
  }

  /** A watch may resume after this revision and after any later one. */
  get compactedAt(): number {
    return this.#compactedAt
  }

  /** A watch cannot resume from before this revision, although lists can still read it. */
  get servedSince(): number {
    return this.#servedSince
  }

  /** Marks the objects as served from now on, for the first time or in another form. */
  beginServing(): void {
    this.#servedSince = this.#ledger.revision
  }

  /** The revision of the newest visible change, whether or not it is still in the history; 0 if there was none. */
  get changedAt(): number {
    return this.#changedAt
  }

  /** The number of changes in the history. */
  get historyLength(): number {
    return this.#history.length
  }

  /** The size in bytes of the texts that only the history references. */
  get pastBytes(): number {
    return this.#pastBytes
  }

  /** The newest version, as the next writer must see it. A response that shows it must wait for the store to be settled. */
  read(key: string): Version | undefined {
    const version = this.#newest.get(key)
    return version?.isDeletion ? undefined : version
  }

  /** The object as it was at `revision`, which must not be compacted. */
  readAt(key: string, revision: number): Version | undefined {
    const version = versionAt(this.#newest.get(key), revision)
    return version?.isDeletion ? undefined : version
  }

  range({
    prefix = '',
    start = prefix,
    matches,
    limit = Infinity,
    revision = this.#newestRevision,
  }: RangeOptions): Range {
    this.#assertRemembered(revision)
    const versions: Version[] = []
    for (const version of this.#livingFrom(start < prefix ? prefix : start, prefix, revision)) {
      if (versions.length >= limit) return { versions, next: version.key, revision }
      if (matches === undefined || matches(version)) versions.push(version)
    }
    return { versions, next: undefined, revision }
  }

  /** The number of objects at `revision`, from the key `start` on. */
  count({ prefix = '', start = prefix, revision = this.#newestRevision }: RangeOptions): number {
    this.#assertRemembered(revision)
    let count = 0
    for (const _ of this.#livingFrom(start, prefix, revision)) count++
    return count
  }

  /**
   * Creates the object, or replaces it.
   *
   * @param expected the revision the object must be at, or `undefined` if it must not exist
   */
  put(key: string, expected: number | undefined, encode: (revision: number) => Stored): Version {
    this.#assertAt(key, expected)
    return this.#commit(key, encode, false)
  }

  /** Removes the object; `encode` returns its last state. */
  remove(key: string, expected: number, encode: (revision: number) => Stored): Version {
    this.#assertAt(key, expected)
    return this.#commit(key, encode, true)
  }

  /** Every change after `revision`, in order. */
  changesAfter(revision: number): readonly Version[] {
    this.#assertRemembered(revision)
    return this.#history.slice(firstAfter(this.#history, revision))
  }

  /** Calls `listener` with every version published from now on. A listener must not throw. */
  subscribe(listener: (version: Version) => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  /** Drops history up to and including `revision`; the current state stays. */
  compact(revision: number): void {
    if (revision <= this.#compactedAt) return
    this.#compactedAt = revision
    const kept = firstAfter(this.#history, revision)
    for (const version of this.#history.slice(0, kept)) {
      this.#pastBytes -= pastBytesOf(version)
      this.#forgetBefore(version)
    }
    this.#history = this.#history.slice(kept)
  }

  /** Makes `version` visible. Only the store calls this, in order of revision. */
  publish(version: Version): void {
    this.#changedAt = version.revision
    this.#history.push(version)
    this.#pastBytes += pastBytesOf(version)
    // A Set may change during iteration, so listeners may subscribe and unsubscribe from within a call.
    for (const listener of this.#listeners) listener(version)
  }

  /** Rolls back `version`, which is unpublished and the newest of its key. Only the store calls this. */
  withdraw(version: Version): void {
    const { key, older } = version
    this.#live -= liveDifference(version)
    if (older !== undefined) {
      this.#newest.set(key, older)
      return
    }
    this.#newest.delete(key)
    this.#keys.remove(key)
  }

  /** The newest visible version of the object. */
  settledVersion(key: string): Version | undefined {
    return this.readAt(key, this.#ledger.revision)
  }

  /** Every object that is still reachable, in the current state or in the history. */
  *objects(): IterableIterator<KeptObject> {
    for (const version of this.#newest.values()) {
      for (let one: Version | undefined = version; one !== undefined; one = one.older) yield one.object
    }
    for (const { object } of this.#history) yield object
  }

  /** Restores a version from the journal. Only for an empty collection. */
  restore(version: Version): void {
    this.#newest.set(version.key, version)
    this.#keys.add(version.key)
    this.#live++
    this.#compactedAt = Math.max(this.#compactedAt, version.revision)
    this.#changedAt = Math.max(this.#changedAt, version.revision)
  }

  get #newestRevision(): number {
    return this.#ledger.nextRevision - 1
  }

  *#livingFrom(start: string, prefix: string, revision: number): IterableIterator<Version> {
    for (const key of this.#keys.from(start)) {
      if (!key.startsWith(prefix)) return
      const version = versionAt(this.#newest.get(key), revision)
      if (version !== undefined && !version.isDeletion) yield version
    }
  }

  #commit(key: string, encode: (revision: number) => Stored, isDeletion: boolean): Version {
    const older = this.#newest.get(key)
    const revision = this.#ledger.nextRevision
    // All versions of an object share one key string.
    const own = older?.key ?? inOnePiece(key)
    const version: Version = { key: own, revision, object: this.#ledger.keep(encode(revision)), isDeletion, older }
    this.#newest.set(own, version)
    if (older === undefined) this.#keys.add(own)
    this.#live += liveDifference(version)
    this.#ledger.commit(this, version)
    return version
  }

  /** Drops the versions before `version`, and `version` itself if it is a deletion. */
  #forgetBefore(version: Version): void {
    version.older = undefined
    if (version.isDeletion && this.#newest.get(version.key) === version) {
      this.#newest.delete(version.key)
      this.#keys.remove(version.key)
    }
  }

  #assertAt(key: string, expected: number | undefined): void {
    const current = this.read(key)?.revision
    if (current !== expected) throw new StaleWrite(key, current)
  }

  #assertRemembered(revision: number): void {
    if (revision < this.#compactedAt) throw new Compacted(revision, this.#compactedAt)
  }
}

/** Flattens the key: a concatenated string keeps both of its parts alive. */
function inOnePiece(key: string): string {
  return Buffer.from(key).toString()
}

/** The bytes that only the history references because of a version: the replaced text, and its own for a deletion. */
function pastBytesOf({ older, object, isDeletion }: Version): number {
  return (older?.object.size ?? 0) + (isDeletion ? object.size : 0)
}

/** By how much a version changes the number of live objects. */
function liveDifference({ isDeletion, older }: Version): number {
  const wasThere = older !== undefined && !older.isDeletion
  return (isDeletion ? 0 : 1) - (wasThere ? 1 : 0)
}

/** The index in `history` of the first change after `revision`. */
function firstAfter(history: readonly Version[], revision: number): number {
  let [low, high] = [0, history.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (history[middle]!.revision <= revision) low = middle + 1
    else high = middle
  }
  return low
}
