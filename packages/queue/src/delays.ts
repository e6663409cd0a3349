/** The delayed keys, the next one due first. */
import { Heap, type HeapItem } from './heap.ts'

/** The fields that a delayed key needs. Only `Delays` writes them. */
export interface Delayed extends HeapItem {
  dueAt: number
  /** Among keys due at the same time, the lower one is ready first. */
  order: number
}

export class Delays<Item extends Delayed> {
  readonly #byDue = new Heap<Item>(
    (one, other) => one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.order < other.order),
  )
  #held = 0

  get size(): number {
    return this.#byDue.size
  }

  /** When the next one is due; `Infinity` if there is none. */
  get nextAt(): number {
    return this.#byDue.first?.dueAt ?? Infinity
  }

  /** Holds `item` until `dueAt`, or moves its due time. */
  hold(item: Item, dueAt: number): void {
    item.dueAt = dueAt
    if (item.place >= 0) return this.#byDue.reorder(item)
    item.order = this.#held++
    this.#byDue.push(item)
  }

  remove(item: Item): void {
    this.#byDue.remove(item)
  }

  /** Removes and returns the next item that is due. */
  release(now: number): Item | undefined {
    const first = this.#byDue.first
    if (!first || first.dueAt > now) return undefined
    this.#byDue.remove(first)
    return first
  }

  /** The items, the next one due first. */
  inOrder(): Generator<Item> {
    return this.#byDue.inOrder()
  }
}
