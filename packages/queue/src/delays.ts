/** The keys that must let time pass, the next to be ready first. */
import { Heap, type HeapItem } from './heap.ts'

/** What a key must carry to be delayed. Only `Delays` writes it. */
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

  /** When the next one is due; `Infinity` if none waits. */
  get nextAt(): number {
    return this.#byDue.first?.dueAt ?? Infinity
  }

  /** Holds `item` until `dueAt`, or changes until when it is held. */
  hold(item: Item, dueAt: number): void {
    item.dueAt = dueAt
    if (item.place >= 0) return this.#byDue.reorder(item)
    item.order = this.#held++
    this.#byDue.push(item)
  }

  remove(item: Item): void {
    this.#byDue.remove(item)
  }

  /** Lets go of the next one whose time has come. */
  release(now: number): Item | undefined {
    const first = this.#byDue.first
    if (!first || first.dueAt > now) return undefined
    this.#byDue.remove(first)
    return first
  }

  /** The items, the next to be ready first. */
  inOrder(): Generator<Item> {
    return this.#byDue.inOrder()
  }
}
