/**
 * A list with the aliasing of a Go slice: a view of a backing array that other slices may share. Removing items shifts the
 * later ones for every slice on the array; appending overwrites the element past the end, if the array has room. The
 * server's merge depends on this when the patch sets the element order: it compares with the original list, which the merge
 * has modified by then.
 */
export class GoSlice {
  #backing: unknown[]
  #length: number
  /** Whether no other slice shares the backing array. */
  #isOwn = false

  /** @param backing is modified by this slice until an append outgrows it */
  constructor(backing: unknown[], length = backing.length) {
    this.#backing = backing
    this.#length = length
  }

  get items(): readonly unknown[] {
    return this.#backing.slice(0, this.#length)
  }

  put(at: number, item: unknown): void {
    this.#backing[at] = item
  }

  at(index: number): unknown {
    return this.#backing[index]
  }

  get length(): number {
    return this.#length
  }

  /**
   * Removes items one by one: the items behind each shift forward, and the last one also remains in its slot past the new
   * end.
   *
   * @param positions of the items before the call, without duplicates, in the order of removal
   */
  removeAll(positions: readonly number[]): void {
    if (positions.length === 0) return
    const removed = new Set<number>()
    const items = this.#backing.slice(0, this.#length)
    let last = this.#length - 1
    for (const position of positions) {
      while (removed.has(last)) last--
      this.#backing[--this.#length] = items[last]
      removed.add(position)
    }
    let to = 0
    for (const [at, item] of items.entries()) if (!removed.has(at)) this.#backing[to++] = item
  }

  append(item: unknown): void {
    if (!this.#isOwn && this.#length >= this.#backing.length) {
      this.#backing = this.#backing.slice(0, this.#length)
      this.#isOwn = true
    }
    this.#backing[this.#length++] = item
  }

  /** Another slice of the same backing array. */
  share(): GoSlice {
    return new GoSlice(this.#backing, this.#length)
  }
}
