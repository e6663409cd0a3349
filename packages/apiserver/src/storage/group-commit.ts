/**
 * Brings changes into a journal, as many together as came while the journal was busy: a write costs a share of one flush
 * to disk instead of a flush of its own, however many callers there are.
 *
 * Guarantees
 * - Changes are settled in the order they were added.
 * - A change that fails takes those behind it along: they may have been made because of it.
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
  /** The changes are safe: everybody may see them. */
  readonly onSettled: (changes: readonly Change[]) => void
  /** The changes are not to be: take them back, the last one first. */
  readonly onFailed: (changes: readonly Change[]) => void
}

/** Writes that failed so far. */
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
  /** Added and not yet given to the journal. */
  #waiting: Change[] = []
  /** Callers that may be answered once everything up to a revision is settled, in order of revision. */
  #waiters: Waiter[] = []
  /** Objects of which the journal may hold a state that was taken back. */
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

  /** Resolves once every change added so far is settled; `undefined` if they are. Rejects if one of them failed. */
  settled(): Promise<void> | undefined {
    if (this.#draining === undefined) return undefined
    return new Promise((resolve, reject) => this.#waiters.push({ revision: this.#newest, resolve, reject }))
  }

  /** Failure: rejects if the journal could not take a change now. */
  async check(): Promise<void> {
    await this.#options.journal.check?.()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#draining
    await this.#options.journal[Symbol.asyncDispose]()
  }

  async #drain(): Promise<void> {
    // Writes of the turn that started this belong together.
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

  /** Says again how the doubtful objects are, as everybody sees them. */
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
