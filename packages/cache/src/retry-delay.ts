/** The back-off of a failed watch. */
import type { Clock } from '@kubewright/core'
import { type Random, withJitter } from '@kubewright/core/random'
import { backOffMs } from '@kubewright/core/time'

const firstMs = 800
const longestMs = 30_000
/** The back-off starts over if the last failure was longer ago than this. */
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

  /** Failures since the back-off was last reset. */
  get attempts(): number {
    return this.#attempts
  }

  /** The watch worked: the back-off starts over. */
  reset(): void {
    this.#attempts = 0
    this.#lastAt = undefined
  }

  /** The watch failed: returns the milliseconds until the next attempt. */
  next(): number {
    const now = this.#clock.elapsed()
    if (this.#lastAt !== undefined && now - this.#lastAt > wellAfterMs) this.#attempts = 0
    this.#lastAt = now
    const base = backOffMs(++this.#attempts, firstMs, longestMs)
    return withJitter(this.#random, base, 1)
  }
}
