/** An in-memory journal whose appends complete on request of the test. */
import type { Entry, Journal } from '../journal.ts'

export class MemoryJournal implements Journal {
  /** The changes of each append, as `collection/key@revision`; a removal has a leading minus. */
  readonly batches: string[][] = []
  readonly kept = new Map<string, Entry & { readonly text: string }>()
  #revision = 1
  #held: { changes: readonly Entry[]; resolve: () => void; reject: (error: Error) => void } | undefined

  load() {
    return { revision: this.#revision, records: [...this.kept.values()] }
  }

  append(changes: readonly Entry[]): Promise<void> {
    this.batches.push(
      changes.map((change) => `${change.text === undefined ? '-' : ''}${nameOf(change)}@${change.revision}`),
    )
    return new Promise((resolve, reject) => (this.#held = { changes, resolve, reject }))
  }

  /** Completes the pending append. */
  async keep(): Promise<void> {
    const { changes, resolve } = this.#take()
    for (const change of changes) this.#apply(change)
    resolve()
    await turns()
  }

  /** Fails the pending append; with `isKept`, its changes were written nevertheless. */
  async fail(message: string, { isKept = false } = {}): Promise<void> {
    const { changes, reject } = this.#take()
    if (isKept) for (const change of changes) this.#apply(change)
    reject(new Error(message))
    await turns()
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #take() {
    const held = this.#held
    if (held === undefined) throw new Error('no append waits')
    this.#held = undefined
    return held
  }

  #apply(change: Entry): void {
    this.#revision = Math.max(this.#revision, change.revision)
    const { text } = change
    if (text === undefined) this.kept.delete(nameOf(change))
    else this.kept.set(nameOf(change), { ...change, text })
  }
}

const nameOf = ({ collection, key }: Entry) => `${collection}/${key}`

/** Lets pending promise callbacks run. */
export async function turns(): Promise<void> {
  for (let count = 0; count < 20; count++) await Promise.resolve()
}
