/**
 * Numbers that are handed out one by one and never twice while somebody holds them: cluster addresses, node ports.
 *
 * Guarantees: the same requests in the same order get the same numbers. A number that was just handed out is not handed out
 * again until all others were, so that requests which overtake each other do not meet.
 */
export class NumberPool {
  readonly #first: number
  readonly #last: number
  /** Where the search for a free number starts. */
  #next: number

  /** @param start where to begin; what lies before is handed out last */
  constructor(first: number, last: number, start = first) {
    this.#first = first
    this.#last = last
    this.#next = start
  }

  has(value: number): boolean {
    return value >= this.#first && value <= this.#last
  }

  /** A number that is not taken; undefined if all are. */
  take(isTaken: (value: number) => boolean): number | undefined {
    for (let tries = this.#last - this.#first; tries >= 0; tries--) {
      const value = this.#next
      this.#next = value === this.#last ? this.#first : value + 1
      if (!isTaken(value)) return value
    }
    return undefined
  }
}
