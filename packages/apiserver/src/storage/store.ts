/**
 * Every object of a server, under one counter of revisions.
 *
 * Guarantees
 * - Each change has a revision of its own, one higher than the change before.
 * - A change is in the journal before anybody can see it.
 *
 * The store knows nothing of kinds, names or HTTP: it holds texts under keys.
 */
import { Collection, type Ledger } from './collection.ts'
import type { Journal } from './journal.ts'
import type { Stored, Version } from './version.ts'

export interface StoreOptions {
  readonly journal?: Journal
  /** What to keep of a text besides it. */
  readonly labelsOf?: (text: string) => Stored['labels']
  /** A collection that remembers more changes than this forgets the older half. @default 100000 */
  readonly historyLimit?: number
}

export class Store implements Ledger {
  readonly #collections = new Map<string, Collection>()
  readonly #journal: Journal | undefined
  readonly #historyLimit: number
  #revision = 1
  #compactedAt = 0

  constructor({ journal, labelsOf = labelsOfText, historyLimit = 100_000 }: StoreOptions = {}) {
    this.#journal = journal
    this.#historyLimit = historyLimit
    if (journal !== undefined) this.#restore(journal, labelsOf)
  }

  /** The revision of the newest change. Starts at 1, as etcd's does. */
  get revision(): number {
    return this.#revision
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
  commit(collection: string, make: (revision: number) => Version): Version {
    const version = make(this.#revision + 1)
    this.#journal?.append({
      collection,
      key: version.key,
      revision: version.revision,
      text: version.isDeletion ? undefined : version.object.text,
    })
    this.#revision = version.revision
    return version
  }

  /** Forgets what happened up to `revision`. Watches from before it must list again. */
  compact(revision: number = this.#revision): void {
    this.#compactedAt = Math.max(this.#compactedAt, Math.min(revision, this.#revision))
    for (const collection of this.#collections.values()) collection.compact(this.#compactedAt)
  }

  /** Lets a collection that changes very often forget, without touching the others. */
  trim(collection: Collection): void {
    if (collection.historyLength <= this.#historyLimit) return
    const [middle] = collection.changesAfter(collection.compactedAt).slice(collection.historyLength >> 1)
    collection.compact(middle!.revision)
  }

  #restore(journal: Journal, labelsOf: (text: string) => Stored['labels']): void {
    const { revision, records } = journal.load()
    this.#revision = Math.max(this.#revision, revision)
    this.#compactedAt = revision
    for (const { collection, key, revision: at, text } of records) {
      const object = { text, labels: labelsOf(text) }
      this.collection(collection).restore({ key, revision: at, object, isDeletion: false, older: undefined })
    }
  }
}

function labelsOfText(text: string): Stored['labels'] {
  const object = JSON.parse(text) as { metadata?: { labels?: Record<string, string> } }
  return object.metadata?.labels
}
