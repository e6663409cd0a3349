/** An overall rate limit: a bucket of `burst` tokens, refilled with `perSecond` tokens a second. */
import { assertOption } from './errors.ts'

/** The overall rate limit of a queue, as a token bucket. */
export interface RateOptions {
  /** Long-term rate of keys handed out per second. */
  readonly perSecond: number
  /** How many keys may be handed out at once after a quiet period. */
  readonly burst: number
}

export class TokenBucket {
  readonly #intervalMs: number
  readonly #burst: number
  #tokens: number
  /** When the newest token was added, or the bucket was last full. A full bucket gains nothing. */
  #gainedAt = -Infinity

  constructor({ perSecond, burst }: RateOptions) {
    assertOption('rate.perSecond', perSecond, perSecond > 0 && perSecond < Infinity, 'a number above 0')
    assertOption('rate.burst', burst, Number.isInteger(burst) && burst >= 1, 'a whole number from 1 upwards')
    this.#intervalMs = 1000 / perSecond
    this.#burst = burst
    this.#tokens = burst
  }

  /** When the next token is available; in the past if there is one already. */
  get nextAt(): number {
    return this.#tokens > 0 ? -Infinity : this.#gainedAt + this.#intervalMs
  }

  /** Spends a token, if available. */
  spend(now: number): boolean {
    this.#gain(now)
    if (this.#tokens === 0) return false
    if (this.#tokens === this.#burst) this.#gainedAt = now
    this.#tokens--
    return true
  }

  /** Adds whole tokens one by one: fractions would accumulate rounding errors, and the cost is bounded by the tokens spent. */
  #gain(now: number): void {
    while (this.#tokens < this.#burst && this.#gainedAt + this.#intervalMs <= now) {
      this.#tokens++
      this.#gainedAt += this.#intervalMs
    }
  }
}
