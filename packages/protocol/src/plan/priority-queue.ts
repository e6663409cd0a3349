/** A min-priority queue of numbers; LIFO among equals. */
export class PriorityQueue {
  readonly #values: number[] = []
  readonly #priorities: number[] = []
  readonly #turns: number[] = []
  #turn = 0

  get size(): number {
    return this.#values.length
  }

  add(value: number, priority: number): void {
    let hole = this.#values.length
    const turn = ++this.#turn
    this.#put(hole, value, priority, turn)
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (!this.#isBefore(priority, turn, parent)) break
      this.#copy(parent, hole)
      hole = parent
    }
    this.#put(hole, value, priority, turn)
  }

  take(): number | undefined {
    const first = this.#values[0]
    const value = this.#values.pop()
    const priority = this.#priorities.pop()!
    const turn = this.#turns.pop()!
    if (value !== undefined && this.#values.length > 0) this.#sink(value, priority, turn)
    return first
  }

  #sink(value: number, priority: number, turn: number): void {
    const { length } = this.#values
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= length) break
      if (child + 1 < length && this.#isBefore(this.#priorities[child + 1]!, this.#turns[child + 1]!, child)) child++
      if (this.#isBefore(priority, turn, child)) break
      this.#copy(child, hole)
      hole = child
    }
    this.#put(hole, value, priority, turn)
  }

  #isBefore(priority: number, turn: number, other: number): boolean {
    const difference = priority - this.#priorities[other]!
    return difference < 0 || (difference === 0 && turn > this.#turns[other]!)
  }

  #copy(from: number, to: number): void {
    this.#put(to, this.#values[from]!, this.#priorities[from]!, this.#turns[from]!)
  }

  #put(at: number, value: number, priority: number, turn: number): void {
    this.#values[at] = value
    this.#priorities[at] = priority
    this.#turns[at] = turn
  }
}
