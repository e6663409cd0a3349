/**
 * All objects of one stored kind, with as much of their past as is remembered.
 *
 * Guarantees
 * - A write happens only if the object is at the revision the writer expects.
 * - Readers at a revision see exactly what was there at that revision, or `Compacted`.
 * - Subscribers hear of every change once, in order of revision, in the tick that made it; if there is a journal, in the
 *   tick that learns that the change is kept.
 *
 * Revisions come from the store, which has one counter for all collections.
 */
import { Compacted, StaleWrite } from './errors.ts'
import { SortedKeys } from './sorted-keys.ts'
import type { KeptObject } from './text-arena.ts'
import { type Stored, type Version, versionAt } from './version.ts'

/** Where revisions come from and where committed versions go. */
export interface Ledger {
  /** Of the newest change that everybody may see. */
  readonly revision: number
  /** Of the next change. */
  readonly nextRevision: number
  /** What happened up to here has been forgotten, everywhere. */
  readonly compactedAt: number
  /** Keeps the text of an object for as long as somebody has it. */
  keep(object: Stored): KeptObject
  /** Takes `version`, which has the next revision; sooner or later publishes it or withdraws it. */
  commit(collection: Collection, version: Version): void
}

export interface RangeOptions {
  /** Only keys that start with this: a namespace and a slash, or nothing. */
  readonly prefix?: string
  /** Start at this key. */
  readonly start?: string
  /** Which keys of the range count, judged by the object. */
  readonly matches?: (version: Version) => boolean
  /** How many versions at the most. */
  readonly limit?: number
  /** @default the newest, as the next writer must see it; what callers are shown is read at the store's `revision` */
  readonly revision?: number
}

export interface Range {
  readonly versions: readonly Version[]
  /** The first key that did not fit, if any. */
  readonly next: string | undefined
  readonly revision: number
}

export class Collection {
  readonly name: string
  readonly #ledger: Ledger
  readonly #newest = new Map<string, Version>()
  /** Exactly the keys of `#newest`. */
  readonly #keys = new SortedKeys()
  /** Versions newer than `#compactedAt`, in order of revision. */
  #history: Version[] = []
  readonly #listeners = new Set<(version: Version) => void>()
  /** What the history alone keeps: the texts of versions that were replaced, and of deletions. */
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

  /** How many objects there are now. */
  get size(): number {
    return this.#live
  }

  /** A watch may resume after this revision and after any later one. */
  get compactedAt(): number {
    return this.#compactedAt
  }

  /** Nobody could watch before this revision, and nobody can resume from before it, though lists can show it. */
  get servedSince(): number {
    return this.#servedSince
  }

  /** The objects are served from now on, for the first time or in another form. */
  beginServing(): void {
    this.#servedSince = this.#ledger.revision
  }

  /** The revision of the newest change that everybody may see, be it remembered or not; 0 if there was none. */
  get changedAt(): number {
    return this.#changedAt
  }

  /** How many changes are remembered. */
  get historyLength(): number {
    return this.#history.length
  }

  /** How large the texts are that nothing but the history keeps. */
  get pastBytes(): number {
    return this.#pastBytes
  }

  /** The object as the next writer must see it. An answer that shows it waits for the store to be settled. */
  read(key: string): Version | undefined {
    const version = this.#newest.get(key)
    return version?.isDeletion ? undefined : version
  }

  /** The object as it was at `revision`, which must not have been forgotten. */
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

  /** How many objects there were at `revision`, from the key `start` on. */
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

  /** Removes the object; `encode` gives its last state. */
  remove(key: string, expected: number, encode: (revision: number) => Stored): Version {
    this.#assertAt(key, expected)
    return this.#commit(key, encode, true)
  }

  /** Every change after `revision`, in order. */
  changesAfter(revision: number): readonly Version[] {
    this.#assertRemembered(revision)
    return this.#history.slice(firstAfter(this.#history, revision))
  }

  /** Calls `listener` with every version from now on. A listener must not throw. */
  subscribe(listener: (version: Version) => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  /** Forgets what happened up to and including `revision`; the present state stays. */
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

  /** Only the store calls this: from now on everybody may see `version`, which is the newest of all that were published. */
  publish(version: Version): void {
    this.#changedAt = version.revision
    this.#history.push(version)
    this.#pastBytes += pastBytesOf(version)
    // A listener that leaves while it is told, or joins, does not disturb the others: a Set allows both.
    for (const listener of this.#listeners) listener(version)
  }

  /** Only the store calls this: `version`, which is the newest of its key and was not published, never was. */
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

  /** The object as everybody may see it. */
  settledVersion(key: string): Version | undefined {
    return this.readAt(key, this.#ledger.revision)
  }

  /** Every object that can still be asked for. */
  *objects(): IterableIterator<KeptObject> {
    for (const version of this.#newest.values()) {
      for (let one: Version | undefined = version; one !== undefined; one = one.older) yield one.object
    }
    for (const { object } of this.#history) yield object
  }

  /** Puts back what a journal held. Only for an empty collection. */
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
    // The same key, not one like it: there is one string for all versions of an object.
    const own = older?.key ?? inOnePiece(key)
    const version: Version = { key: own, revision, object: this.#ledger.keep(encode(revision)), isDeletion, older }
    this.#newest.set(own, version)
    if (older === undefined) this.#keys.add(own)
    this.#live += liveDifference(version)
    this.#ledger.commit(this, version)
    return version
  }

  /** Nobody may read before `version` any more: what it replaced can go, and so can it if it was a deletion. */
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

/** A key is made of a namespace and a name, and such a string keeps both of them and itself. */
function inOnePiece(key: string): string {
  return Buffer.from(key).toString()
}

/** What is kept only because of a version: what it replaced, and itself if it is the last. */
function pastBytesOf({ older, object, isDeletion }: Version): number {
  return (older?.object.size ?? 0) + (isDeletion ? object.size : 0)
}

/** By how many objects a version changes their number. */
function liveDifference({ isDeletion, older }: Version): number {
  const wasThere = older !== undefined && !older.isDeletion
  return (isDeletion ? 0 : 1) - (wasThere ? 1 : 0)
}

/** Where in `history` the changes after `revision` begin. */
function firstAfter(history: readonly Version[], revision: number): number {
  let [low, high] = [0, history.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (history[middle]!.revision <= revision) low = middle + 1
    else high = middle
  }
  return low
}
