/**
 * A doubly linked list: push at the end, take from the front, remove from anywhere, each in constant time.
 *
 * An array cannot remove from the middle without moving elements. A `Set` keeps insertion order too, but skips over the holes
 * of removed elements each time its first one is read.
 */

/** The position of an item in a list. The item keeps it, so that it can be removed without a search. */
export class Link<Item> {
  readonly item: Item
  previous: Link<Item> | undefined
  next: Link<Item> | undefined

  constructor(item: Item) {
    this.item = item
  }
}

/** The caller ensures that a link is in one list at a time, and is only removed from that list. */
export class LinkedList<Item> {
  #first: Link<Item> | undefined
  #last: Link<Item> | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  get first(): Item | undefined {
    return this.#first?.item
  }

  push(link: Link<Item>): void {
    link.previous = this.#last
    if (this.#last) this.#last.next = link
    else this.#first = link
    this.#last = link
    this.#size++
  }

  shift(): Item | undefined {
    const link = this.#first
    if (link) this.remove(link)
    return link?.item
  }

  remove(link: Link<Item>): void {
    const { previous, next } = link
    if (previous) previous.next = next
    else this.#first = next
    if (next) next.previous = previous
    else this.#last = previous
    link.previous = undefined
    link.next = undefined
    this.#size--
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let link = this.#first; link; link = link.next) yield link.item
  }
}
