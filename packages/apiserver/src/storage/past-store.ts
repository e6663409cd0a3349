/**
 * A read-only view of a store at a past revision, to simulate a lagging replica in tests. Reads return the objects as of that
 * revision; writes must not go through it.
 */
import { Collection, type Range, type RangeOptions } from './collection.ts'
import { Store } from './store.ts'
import type { Version } from './version.ts'

export class PastStore extends Store {
  readonly #store: Store
  readonly #revision: number

  constructor(store: Store, revision: number) {
    super()
    this.#store = store
    this.#revision = revision
  }

  /** Compacted revisions cannot be read, so the view is at least at `compactedAt`. */
  override get revision(): number {
    return Math.max(this.#revision, this.#store.compactedAt)
  }

  override get compactedAt(): number {
    return this.#store.compactedAt
  }

  override collection(name: string): Collection {
    return new PastCollection(this.#store.collection(name), this)
  }
}

class PastCollection extends Collection {
  readonly #collection: Collection
  readonly #store: PastStore

  constructor(collection: Collection, store: PastStore) {
    super(collection.name, store)
    this.#collection = collection
    this.#store = store
  }

  get #revision(): number {
    return Math.max(this.#store.revision, this.#collection.compactedAt)
  }

  override read(key: string): Version | undefined {
    return this.#collection.readAt(key, this.#revision)
  }

  override range(options: RangeOptions): Range {
    return this.#collection.range({ ...options, revision: options.revision ?? this.#revision })
  }

  override count(options: RangeOptions): number {
    return this.#collection.count({ ...options, revision: options.revision ?? this.#revision })
  }
}
