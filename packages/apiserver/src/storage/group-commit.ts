/**
 * Group commit: changes that arrive while the journal is busy are written together. A write costs a share of one flush to disk
 * instead of a flush of its own, however many clients write.
 *
 * Guarantees
 * - Changes are settled in the order they were added.
 * - A failed change also fails those behind it: they may depend on it.
 *
 * See decision 0094.
 */
import type { Collection } from './collection.ts'
import type { Entry, Journal } from './journal.ts'
import type { Version } from './version.ts'

export interface Change {
  readonly collection: Collection
  readonly version: Version
}

export interface GroupCommitOptions {
  readonly journal: Journal
  /** The changes are durable and become visible. */
  readonly onSettled: (changes: readonly Change[]) => void
  /** The changes failed: roll them back, the last one first. */
  readonly onFailed: (changes: readonly Change[]) => void
}

/** Failed writes so far. */
export interface Failures {
  readonly count: number
  readonly last: unknown
}

interface Waiter {
  readonly revision: number
  resolve(): void
  reject(error: unknown): void
}

export class GroupCommit implements AsyncDisposable {
  readonly #options: GroupCommitOptions
  /** Changes not yet given to the journal. */
  #waiting: Change[] = []
  /** Callers that wait until everything up to a revision is settled, in order of revision. */
  #waiters: Waiter[] = []
  /** Objects that the journal may hold in a state that was rolled back. */
  readonly #doubtful = new Map<string, Pick<Change, 'collection'> & { key: string }>()
  #newest = 0
  #failures: Failures = { count: 0, last: undefined }
  #draining: Promise<void> | undefined

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  get failures(): Failures {
    return this.#failures
  }

  add(change: Change): void {
    this.#waiting.push(change)
    this.#newest = change.version.revision
    this.#draining ??= this.#drain()
  }

  /** Resolves once every change added so far is settled; `undefined` if none is pending. Rejects if one of them failed. */
  settled(): Promise<void> | undefined {
    if (this.#draining === undefined) return undefined
    return new Promise((resolve, reject) => this.#waiters.push({ revision: this.#newest, resolve, reject }))
  }

  /** Failure: rejects if the journal could not accept a change now. */
  async check(): Promise<void> {
    await this.#options.journal.check?.()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#draining
    await this.#options.journal[Symbol.asyncDispose]()
  }

  async #drain(): Promise<void> {
    // Batches all writes of the current turn.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const changes = this.#waiting
      this.#waiting = []
      if (await this.#write(changes)) this.#settle(changes)
    }
    this.#draining = undefined
    for (const waiter of this.#waiters.splice(0)) waiter.resolve()
  }

  async #write(changes: readonly Change[]): Promise<boolean> {
    try {
      await this.#options.journal.append([...this.#repairs(), ...changes.map(entryOf)])
      return true
    } catch (error) {
      this.#fail(changes, error)
      return false
    }
  }

  #settle(changes: readonly Change[]): void {
    this.#doubtful.clear()
    this.#options.onSettled(changes)
    const { revision } = changes.at(-1)!.version
    const count = this.#waiters.findIndex((waiter) => waiter.revision > revision)
    for (const waiter of this.#waiters.splice(0, count < 0 ? this.#waiters.length : count)) waiter.resolve()
  }

  #fail(written: readonly Change[], error: unknown): void {
    const changes = [...written, ...this.#waiting]
    this.#waiting = []
    this.#failures = { count: this.#failures.count + 1, last: error }
    this.#options.onFailed(changes)
    for (const { collection, version } of written) {
      this.#doubtful.set(`${collection.name} ${version.key}`, { collection, key: version.key })
    }
    for (const waiter of this.#waiters.splice(0)) waiter.reject(error)
  }

  /** Entries that rewrite the doubtful objects with their visible state. */
  #repairs(): Entry[] {
    return [...this.#doubtful.values()].map(({ collection, key }) => {
      const version = collection.settledVersion(key)
      const revision = version?.revision
      const common = { collection: collection.name, key, revision: revision ?? 0, replaced: revision }
      return { ...common, text: version?.object.text }
    })
  }
}

function entryOf({ collection, version }: Change): Entry {
  const { key, revision, object, isDeletion, older } = version
  const replaced = older === undefined || older.isDeletion ? undefined : older.revision
  return { collection: collection.name, key, revision, replaced, text: isDeletion ? undefined : object.text }
}
