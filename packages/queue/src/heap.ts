/** A binary heap whose items know their index, so that any of them can be moved or removed in logarithmic time. */

/** The fields that an item needs to be in a heap. It can be in one heap at a time. */
export interface HeapItem {
  /** Its index in the heap, or -1 while it is in none. Only the heap writes it. */
  place: number
}

export class Heap<Item extends HeapItem> {
  /** Heap order: no item comes after its children at `2 * place + 1` and `2 * place + 2`. */
  readonly #items: Item[] = []
  readonly #isBefore: (one: Item, other: Item) => boolean

  constructor(isBefore: (one: Item, other: Item) => boolean) {
    this.#isBefore = isBefore
  }

  get size(): number {
    return this.#items.length
  }

  get first(): Item | undefined {
    return this.#items[0]
  }

  push(item: Item): void {
    item.place = this.#items.length
    this.#items.push(item)
    this.#rise(item)
  }

  remove(item: Item): void {
    const hole = item.place
    const last = this.#items.pop()!
    item.place = -1
    if (last === item) return
    this.#put(last, hole)
    this.reorder(last)
  }

  /** Call it after a change of `item` that affects the order. */
  reorder(item: Item): void {
    this.#rise(item)
    this.#sink(item)
  }

  /** The items in order. Lazy: the first few of a hundred thousand are cheap. */
  *inOrder(): Generator<Item> {
    // The next item is always a child of one that was already yielded.
    const candidates = new Heap<Candidate<Item>>((one, other) => this.#isBefore(one.item, other.item))
    const consider = (place: number) => {
      const item = this.#items[place]
      if (item) candidates.push({ item, from: place, place: -1 })
    }
    consider(0)
    for (let next = candidates.first; next; next = candidates.first) {
      candidates.remove(next)
      yield next.item
      consider(2 * next.from + 1)
      consider(2 * next.from + 2)
    }
  }

  #rise(item: Item): void {
    while (item.place > 0) {
      const parent = this.#items[(item.place - 1) >> 1]!
      if (!this.#isBefore(item, parent)) return
      this.#swap(item, parent)
    }
  }

  #sink(item: Item): void {
    for (let child = this.#earlierChild(item); child; child = this.#earlierChild(item)) {
      if (!this.#isBefore(child, item)) return
      this.#swap(child, item)
    }
  }

  #earlierChild(item: Item): Item | undefined {
    const left = this.#items[2 * item.place + 1]
    const right = this.#items[2 * item.place + 2]
    return left && right && this.#isBefore(right, left) ? right : left
  }

  #swap(riser: Item, sinker: Item): void {
    const { place } = riser
    this.#put(riser, sinker.place)
    this.#put(sinker, place)
  }

  #put(item: Item, place: number): void {
    item.place = place
    this.#items[place] = item
  }
}

interface Candidate<Item> extends HeapItem {
  readonly item: Item
  readonly from: number
}
