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
  /** How long before it is full the bucket holds one token. */
  readonly #leadMs: number
  /** When the bucket is full again. A count of tokens would gather rounding errors; a time does not. */
  #fullAt = -Infinity

  constructor({ perSecond, burst }: RateOptions) {
    assertOption('rate.perSecond', perSecond, Number.MIN_VALUE)
    assertOption('rate.burst', burst, 1)
    this.#intervalMs = 1000 / perSecond
    this.#leadMs = (burst - 1) * this.#intervalMs
  }

  /** When there is a token to spend; in the past, if there is one already. */
  get nextAt(): number {
    return this.#fullAt - this.#leadMs
  }

  /** Spends a token, if there is one. */
  spend(now: number): boolean {
    if (now < this.nextAt) return false
    this.#fullAt = Math.max(this.#fullAt, now) + this.#intervalMs
    return true
  }
}
