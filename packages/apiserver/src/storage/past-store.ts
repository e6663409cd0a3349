/**
 * A store as it was at a revision, for readers that are to see the past: a replica that lags behind, as a test wants it.
 * Readers get the same objects they would have got then; writing through it is a mistake.
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

  /** What has been forgotten since cannot be shown: then it is as old as can be. */
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
