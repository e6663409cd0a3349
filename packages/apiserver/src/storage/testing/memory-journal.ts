/** A journal that keeps what it is given in memory, and does so when the test says. */
import type { Entry, Journal } from '../journal.ts'

export class MemoryJournal implements Journal {
  /** What every append was asked to write, as `collection/key@revision`, a removal with a minus in front. */
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

  /** Lets the append that waits succeed. */
  async keep(): Promise<void> {
    const { changes, resolve } = this.#take()
    for (const change of changes) this.#apply(change)
    resolve()
    await turns()
  }

  /** Lets the append that waits fail; what it was to write may be there all the same. */
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

/** Long enough for everything that only waits for promises. */
export async function turns(): Promise<void> {
  for (let count = 0; count < 20; count++) await Promise.resolve()
}
