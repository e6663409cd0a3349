/**
 * Every object of a server, under one revision counter.
 *
 * Guarantees
 * - Each change has its own revision, higher than that of the change before.
 * - With a journal, a change is published to subscribers and counted in `revision` once it is durable. Writers see it at once
 *   when they read or list, so a response to a client must wait for `settled`.
 * - A change that the journal rejects is rolled back; its revision is not reused.
 *
 * The store is independent of kinds, names and HTTP: it holds texts under keys.
 */
import { Collection, type Ledger } from './collection.ts'
import { type Change, type Failures, GroupCommit } from './group-commit.ts'
import type { Journal } from './journal.ts'
import { type KeptObject, TextArena } from './text-arena.ts'
import type { Stored, Version } from './version.ts'

/** Options of a `Store`. */
export interface StoreOptions {
  /** @default none: what is stored ends with the process */
  readonly journal?: Journal
  /** Extracts the labels to keep beside a text. */
  readonly labelsOf?: (text: string) => Stored['labels']
  /** A collection with more changes than this drops the older half of its history. @default 100000 */
  readonly historyLimit?: number
  /** The same for a collection whose history is larger than this, in bytes. @default 268435456 */
  readonly pastBytesLimit?: number
}

/** All objects of a server, with one revision counter as in etcd. */
export class Store implements Ledger, AsyncDisposable {
  readonly #collections = new Map<string, Collection>()
  readonly #arena = new TextArena()
  readonly #commits: GroupCommit | undefined
  readonly #historyLimit: number
  readonly #pastBytesLimit: number
  #revision = 1
  /** At least `#revision`; higher while the journal is writing changes. */
  #assigned = 1
  #compactedAt = 0

  constructor(options: StoreOptions = {}) {
    const { journal, labelsOf = labelsOfText, historyLimit = 100_000, pastBytesLimit = 256 * 1024 * 1024 } = options
    this.#historyLimit = historyLimit
    this.#pastBytesLimit = pastBytesLimit
    if (journal === undefined) return
    this.#restore(journal, labelsOf)
    this.#commits = new GroupCommit({
      journal,
      onSettled: (changes) => this.#publish(changes),
      onFailed: (changes) => withdraw(changes),
    })
  }

  /** The revision of the newest visible change. Starts at 1, as etcd's does. */
  get revision(): number {
    return this.#revision
  }

  get nextRevision(): number {
    return this.#assigned + 1
  }

  get compactedAt(): number {
    return this.#compactedAt
  }

  collection(name: string): Collection {
    let collection = this.#collections.get(name)
    if (collection === undefined) {
      collection = new Collection(name, this)
      this.#collections.set(name, collection)
    }
    return collection
  }

  collections(): readonly Collection[] {
    return [...this.#collections.values()]
  }

  /** Only collections call this. */
  keep(object: Stored): KeptObject {
    if (this.#arena.isUntidy) this.#tidy()
    return this.#arena.keep(object)
  }

  /** Only collections call this. */
  commit(collection: Collection, version: Version): void {
    this.#assigned = version.revision
    const change = { collection, version }
    if (this.#commits === undefined) this.#publish([change])
    else this.#commits.add(change)
  }

  /**
   * Resolves once every change made so far is durable; `undefined` if all are, as always without a journal. Nothing that was
   * read from the store may leave the process before that.
   *
   * Failure: rejects if the journal could not write one of them.
   */
  settled(): Promise<void> | undefined {
    return this.#commits?.settled()
  }

  /** Failed writes so far. A caller that awaits `settled` too late detects here a failure that it no longer reports. */
  get failures(): Failures {
    return this.#commits?.failures ?? noFailures
  }

  /** Failure: rejects if the journal cannot write: the disk is full or failing. */
  async checkJournal(): Promise<void> {
    await this.settled()
    await this.#commits?.check()
  }

  /** Drops history up to `revision`. Watches from before it must relist. */
  compact(revision: number = this.#revision): void {
    this.#compactedAt = Math.max(this.#compactedAt, Math.min(revision, this.#revision))
    for (const collection of this.#collections.values()) collection.compact(this.#compactedAt)
  }

  /** Drops the older half of one collection's history if it is over its limits, without affecting the other collections. */
  trim(collection: Collection): void {
    if (collection.historyLength <= this.#historyLimit && collection.pastBytes <= this.#pastBytesLimit) return
    const [middle] = collection.changesAfter(collection.compactedAt).slice(collection.historyLength >> 1)
    collection.compact(middle!.revision)
  }

  /** Waits for pending writes, then closes the journal. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#commits?.[Symbol.asyncDispose]()
  }

  #publish(changes: readonly Change[]): void {
    for (const { collection, version } of changes) {
      this.#revision = version.revision
      collection.publish(version)
    }
  }

  #tidy(): void {
    const kept = new Set<KeptObject>()
    for (const collection of this.#collections.values()) for (const object of collection.objects()) kept.add(object)
    this.#arena.tidy(kept)
  }

  /** Restores the current state. History from before the restart is compacted. */
  #restore(journal: Journal, labelsOf: (text: string) => Stored['labels']): void {
    const { revision, records } = journal.load()
    this.#revision = Math.max(this.#revision, revision)
    this.#assigned = this.#revision
    this.#compactedAt = revision
    for (const { collection, key, revision: at, text } of records) {
      const object = this.#arena.keep({ text, labels: labelsOf(text) })
      this.collection(collection).restore({ key, revision: at, object, isDeletion: false, older: undefined })
    }
  }
}

const noFailures: Failures = { count: 0, last: undefined }

function withdraw(changes: readonly Change[]): void {
  for (const { collection, version } of changes.toReversed()) collection.withdraw(version)
}

function labelsOfText(text: string): Stored['labels'] {
  const object = JSON.parse(text) as { metadata?: { labels?: Record<string, string> } }
  return object.metadata?.labels
}
