/** Indexes the positions of list items by merge key. */
import { plainFailure } from '../status/failures.ts'
import { isMap, type PatchMap } from './directive.ts'
import type { GoSlice } from './go-slice.ts'

interface Positions {
  readonly all: number[]
  /** How many positions, from the front, have lost the name. */
  dropped: number
}

export class NamedPositions {
  readonly #key: string
  readonly #byName = new Map<unknown, Positions>()

  /** Failure: a Status if an item is not a map. */
  constructor({ items }: GoSlice, key: string) {
    this.#key = key
    for (const [at, item] of items.entries()) {
      if (!isMap(item)) throw plainFailure(`value for key ${at} is not a map`)
      this.add(at, item)
    }
  }

  /** @param at greater than every position added before */
  add(at: number, item: PatchMap): void {
    if (!Object.hasOwn(item, this.#key)) return
    const known = this.#byName.get(item[this.#key])
    if (known === undefined) this.#byName.set(item[this.#key], { all: [at], dropped: 0 })
    else known.all.push(at)
  }

  first(name: unknown): number | undefined {
    const known = this.#byName.get(name)
    return known?.all[known.dropped]
  }

  all(name: unknown): readonly number[] {
    return this.#byName.get(name)?.all ?? []
  }

  /** Drops the first remaining position of a merge key value, because the item there no longer has that value. */
  dropFirst(name: unknown): void {
    const known = this.#byName.get(name)
    if (known !== undefined) known.dropped++
  }
}
