/**
 * The keys that wait for a worker, in hand-out order: the highest priority, in it the group whose turn it is, in that first
 * in, first out. Now and then the oldest key overtakes.
 */
import type { Aged, Ageing } from './ageing.ts'
import { Heap } from './heap.ts'
import { type Grouped, PriorityLevel } from './priority-level.ts'

/** The fields that a waiting key needs. */
export interface InLine<Item> extends Aged<Item>, Grouped<Item> {
  /** The priority of its level. Only `WaitingLine` writes it. */
  level: number
}

export class WaitingLine<Item extends InLine<Item>> {
  readonly #ageing: Ageing<Item>

  /** Exactly the non-empty levels. */
  readonly #levels = new Map<number, PriorityLevel<Item>>()

  /** The same levels, the highest priority first. */
  readonly #byPriority = new Heap<PriorityLevel<Item>>((one, other) => one.priority > other.priority)

  #size = 0

  constructor(ageing: Ageing<Item>) {
    this.#ageing = ageing
  }

  get size(): number {
    return this.#size
  }

  push(item: Item, priority: number): void {
    this.#seat(item, priority)
    this.#ageing.push(item)
    this.#size++
  }

  /** Moves a waiting item to the end of another level. Its age does not change. */
  move(item: Item, priority: number): void {
    const level = this.#levels.get(item.level)!
    level.remove(item)
    this.#closeIfEmpty(level)
    this.#seat(item, priority)
  }

  /** Removes and returns the next item. */
  shift(now: number): Item | undefined {
    const level = this.#byPriority.first
    if (!level) return undefined
    const first = level.first!
    const chosen = this.#ageing.choose(first, now)
    if (chosen !== first) return this.remove(chosen)
    level.shift()
    return this.#forget(chosen, level)
  }

  remove(item: Item): Item {
    const level = this.#levels.get(item.level)!
    level.remove(item)
    return this.#forget(item, level)
  }

  /** The items in hand-out order, ageing aside. */
  *inOrder(): Generator<Item> {
    for (const level of this.#byPriority.inOrder()) yield* level.inOrder()
  }

  /** Number of waiting keys per priority, the highest first. */
  depths(): { readonly priority: number; readonly count: number }[] {
    return [...this.#byPriority.inOrder()].map(({ priority, size }) => ({ priority, count: size }))
  }

  #seat(item: Item, priority: number): void {
    const level = this.#levels.get(priority) ?? this.#open(priority)
    item.level = priority
    level.push(item)
  }

  #open(priority: number): PriorityLevel<Item> {
    const level = new PriorityLevel<Item>(priority)
    this.#levels.set(priority, level)
    this.#byPriority.push(level)
    return level
  }

  #forget(item: Item, level: PriorityLevel<Item>): Item {
    this.#closeIfEmpty(level)
    this.#ageing.remove(item)
    this.#size--
    return item
  }

  #closeIfEmpty(level: PriorityLevel<Item>): void {
    if (level.size > 0) return
    this.#levels.delete(level.priority)
    this.#byPriority.remove(level)
  }
}
