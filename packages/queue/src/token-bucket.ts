/** An overall rate: a bucket that holds `burst` tokens and gains `perSecond` of them a second. */
import { assertOption } from './errors.ts'

export interface RateOptions {
  /** How many keys are handed out a second, in the long run. */
  readonly perSecond: number
  /** How many may be handed out at once after a quiet time. */
  readonly burst: number
}

export class TokenBucket {
  readonly #intervalMs: number
  readonly #burst: number
  #tokens: number
  /** When the newest token came in, or the bucket was last full. A full bucket gains nothing. */
  #gainedAt = -Infinity

  constructor({ perSecond, burst }: RateOptions) {
    assertOption('rate.perSecond', perSecond, perSecond > 0 && perSecond < Infinity, 'a number above 0')
    assertOption('rate.burst', burst, Number.isInteger(burst) && burst >= 1, 'a whole number from 1 upwards')
    this.#intervalMs = 1000 / perSecond
    this.#burst = burst
    this.#tokens = burst
  }

  /** When there is a token to spend; in the past, if there is one already. */
  get nextAt(): number {
    return this.#tokens > 0 ? -Infinity : this.#gainedAt + this.#intervalMs
  }

  /** Spends a token, if there is one. */
  spend(now: number): boolean {
    this.#gain(now)
    if (this.#tokens === 0) return false
    if (this.#tokens === this.#burst) this.#gainedAt = now
    this.#tokens--
    return true
  }

  /** Whole tokens, one by one: fractions would gather rounding errors, and each is spent but once. */
  #gain(now: number): void {
    while (this.#tokens < this.#burst && this.#gainedAt + this.#intervalMs <= now) {
      this.#tokens++
      this.#gainedAt += this.#intervalMs
    }
  }
}
