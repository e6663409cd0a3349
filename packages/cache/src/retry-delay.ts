/** How long a watch that failed waits before it tries again. */
import { type Clock, type Random, withJitter } from '@kubewright/core'

const firstMs = 800
const longestMs = 30_000
/** A watch that lived this long was well: the next failure is a first one. */
const wellAfterMs = 120_000

export class RetryDelay {
  readonly #clock: Clock
  readonly #random: Random
  #attempts = 0
  #lastAt: number | undefined

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  /** How often it has failed since it was well. */
  get attempts(): number {
    return this.#attempts
  }

  /** It worked: the next failure is a first one. */
  reset(): void {
    this.#attempts = 0
    this.#lastAt = undefined
  }

  /** It failed: milliseconds until the next attempt. */
  next(): number {
    const now = this.#clock.elapsed()
    if (this.#lastAt !== undefined && now - this.#lastAt > wellAfterMs) this.#attempts = 0
    this.#lastAt = now
    const base = Math.min(firstMs * 2 ** this.#attempts++, longestMs)
    return withJitter(this.#random, base, 1)
  }
}
