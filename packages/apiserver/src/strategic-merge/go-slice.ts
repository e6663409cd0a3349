/**
 * A list as Go has it: a part of an array that others may look at too. Taking items out moves those behind them, for all who
 * look; adding one writes over what is behind the end, if there is anything. The server's merge depends on it where the order
 * of the items is given: it compares with the list as it was, which by then is not as it was.
 */
export class GoSlice {
  #backing: unknown[]
  #length: number
  /** Whether the array is one that nobody else looks at. */
  #isOwn = false

  /** @param backing is changed by what is done here, as long as it has room */
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
   * Takes items out one after the other: those behind each move up, and the last one stays in its place behind the new end.
   *
   * @param positions of the items as they stand now, each once, in the order they are taken out
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

  /** Another look at the same items. */
  share(): GoSlice {
    return new GoSlice(this.#backing, this.#length)
  }
}
