/**
 * The keys of one priority. They are grouped, and the groups take turns.
 *
 * Guarantees
 * - Inside a group, first in is first out.
 * - No group gets a second turn while another one waits for its first: a group of a million keys delays a group of one by a
 *   single key.
 */

import type { HeapItem } from './heap.ts'
import { Link, LinkedList } from './linked-list.ts'

/** The fields that a key needs to be in a level. */
export interface Grouped<Item> {
  readonly group: string
  readonly turn: Link<Item>
}

class Group<Item> {
  readonly name: string
  readonly items = new LinkedList<Item>()
  readonly turn: Link<Group<Item>> = new Link<Group<Item>>(this)

  constructor(name: string) {
    this.name = name
  }
}

export class PriorityLevel<Item extends Grouped<Item>> implements HeapItem {
  readonly priority: number
  place = -1

  /** Exactly the non-empty groups. */
  readonly #groups = new Map<string, Group<Item>>()

  /** The same groups, in the order of their turns. */
  readonly #turns = new LinkedList<Group<Item>>()

  #size = 0

  constructor(priority: number) {
    this.priority = priority
  }

  get size(): number {
    return this.#size
  }

  /** The item whose turn it is. */
  get first(): Item | undefined {
    return this.#turns.first?.items.first
  }

  push(item: Item): void {
    const group = this.#groups.get(item.group) ?? this.#open(item.group)
    group.items.push(item.turn)
    this.#size++
  }

  /** Removes the first item and ends the turn of its group. */
  shift(): Item | undefined {
    const group = this.#turns.first
    if (!group) return undefined
    const item = group.items.first!
    this.#takeOut(item, group)
    const hasRivals = group.items.size > 0 && this.#turns.size > 1
    if (hasRivals) {
      this.#turns.remove(group.turn)
      this.#turns.push(group.turn)
    }
    return item
  }

  /** Removes any item without changing whose turn it is. */
  remove(item: Item): void {
    this.#takeOut(item, this.#groups.get(item.group)!)
  }

  /** The items in the order in which they would get their turns. */
  *inOrder(): Generator<Item> {
    let round = [...this.#turns].map((group) => group.items[Symbol.iterator]())
    while (round.length > 0) {
      const left: typeof round = []
      for (const items of round) {
        const next = items.next()
        if (next.done) continue
        yield next.value
        left.push(items)
      }
      round = left
    }
  }

  #open(name: string): Group<Item> {
    const group = new Group<Item>(name)
    this.#groups.set(name, group)
    this.#turns.push(group.turn)
    return group
  }

  #takeOut(item: Item, group: Group<Item>): void {
    group.items.remove(item.turn)
    this.#size--
    if (group.items.size > 0) return
    this.#groups.delete(group.name)
    this.#turns.remove(group.turn)
  }
}
