/**
 * Allocates numbers that are unique among the current holders: cluster IPs, node ports.
 *
 * Guarantees: deterministic for the same sequence of requests. A number is not allocated again until all others have been,
 * so that concurrent requests do not collide.
 */
export class NumberPool {
  readonly #first: number
  readonly #last: number
  /** The start of the search for a free number. */
  #next: number

  /** @param start the first number to allocate; lower ones are allocated last */
  constructor(first: number, last: number, start = first) {
    this.#first = first
    this.#last = last
    this.#next = start
  }

  has(value: number): boolean {
    return value >= this.#first && value <= this.#last
  }

  /** A free number; undefined if all are taken. */
  take(isTaken: (value: number) => boolean): number | undefined {
    for (let tries = this.#last - this.#first; tries >= 0; tries--) {
      const value = this.#next
      this.#next = value === this.#last ? this.#first : value + 1
      if (!isTaken(value)) return value
    }
    return undefined
  }
}
