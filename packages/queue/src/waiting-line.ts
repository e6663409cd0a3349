/**
 * The keys that wait for a worker, and who is next: the highest priority, in it the group whose turn it is, in that the
 * first to come; now and then the one that has waited longest.
 */
import type { Aged, Ageing } from './ageing.ts'
import { Heap } from './heap.ts'
import { type Grouped, Level } from './level.ts'

/** What a key must carry to stand in the line. */
export interface InLine<Item> extends Aged<Item>, Grouped<Item> {
  /** The priority of the level it stands in. Only the line writes it. */
  level: number
}

export class WaitingLine<Item extends InLine<Item>> {
  readonly #ageing: Ageing<Item>

  /** Exactly the levels that hold an item. */
  readonly #levels = new Map<number, Level<Item>>()

  /** The same levels, the highest priority first. */
  readonly #byPriority = new Heap<Level<Item>>((one, other) => one.priority > other.priority)

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

  /** Moves an item that waits to the end of another level. Its age stays what it is. */
  move(item: Item, priority: number): void {
    const level = this.#levels.get(item.level)!
    level.remove(item)
    this.#closeIfEmpty(level)
    this.#seat(item, priority)
  }

  /** Takes out who is next. */
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

  /** The items in the order in which they would be handed out, ageing aside. */
  *inOrder(): Generator<Item> {
    for (const level of this.#byPriority.inOrder()) yield* level.inOrder()
  }

  /** How many wait at each priority, the highest first. */
  depths(): { readonly priority: number; readonly count: number }[] {
    return [...this.#byPriority.inOrder()].map(({ priority, size }) => ({ priority, count: size }))
  }

  #seat(item: Item, priority: number): void {
    const level = this.#levels.get(priority) ?? this.#open(priority)
    item.level = priority
    level.push(item)
  }

  #open(priority: number): Level<Item> {
    const level = new Level<Item>(priority)
    this.#levels.set(priority, level)
    this.#byPriority.push(level)
    return level
  }

  #forget(item: Item, level: Level<Item>): Item {
    this.#closeIfEmpty(level)
    this.#ageing.remove(item)
    this.#size--
    return item
  }

  #closeIfEmpty(level: Level<Item>): void {
    if (level.size > 0) return
    this.#levels.delete(level.priority)
    this.#byPriority.remove(level)
  }
}
