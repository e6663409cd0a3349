/** A table whose entries change in bursts and may be many: changes are batched, important entries come first, and the size is limited. */
import type { Clock } from '@kubewright/core'
import { type Collection, replaceAll } from './collecting.ts'

export const mostGathered = 1_000
const gatherMs = 250

export interface GatheredOptions<Entry> {
  readonly clock: Clock
  /** Whether an entry is sent even if there is no room for all. */
  readonly isFirst: (entry: Entry) => boolean
  /** A summary of all entries, under the key `count`. */
  readonly count: (entries: ReadonlyMap<string, Entry>) => unknown
}

export class GatheredTable<Entry> {
  readonly #collection: Collection
  readonly #options: GatheredOptions<Entry>
  readonly #entries = new Map<string, Entry>()
  readonly #known = new Set<string>()
  #soon: Disposable | undefined

  constructor(collection: Collection, options: GatheredOptions<Entry>) {
    this.#collection = collection
    this.#options = options
    collection.hold({ [Symbol.dispose]: () => this.#soon?.[Symbol.dispose]() })
  }

  put(uid: string, entry: Entry): void {
    this.#entries.set(uid, entry)
    this.#later()
  }

  remove(uid: string): void {
    if (this.#entries.delete(uid)) this.#later()
  }

  /** Sends the table now. */
  show(): void {
    const { isFirst, count } = this.#options
    const all = [...this.#entries]
    const first = all.filter(([, entry]) => isFirst(entry))
    const rest = all.length <= first.length ? [] : all.filter(([, entry]) => !isFirst(entry))
    const shown = new Map<string, unknown>([...first, ...rest].slice(0, mostGathered))
    const counted = count(this.#entries)
    if (counted !== undefined) shown.set('count', counted)
    replaceAll(this.#collection.publisher, this.#known, shown)
  }

  #later(): void {
    if (this.#collection.signal.aborted) return
    this.#soon ??= this.#options.clock.schedule(gatherMs, () => {
      this.#soon = undefined
      this.show()
    })
  }
}
