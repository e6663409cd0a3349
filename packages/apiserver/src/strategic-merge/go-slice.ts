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

  removeAt(at: number): void {
    this.#backing.copyWithin(at, at + 1, this.#length)
    this.#length--
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
