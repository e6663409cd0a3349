/** A token bucket: a sustained rate and a burst. Off by default, since API servers have their own flow control. */
import type { Clock } from '@kubewright/core'

/** A client-side rate limit: `rateLimit` of `createClient`, or options of `sharedRateLimit`. */
export interface RateLimitOptions {
  /** Sustained requests per second. */
  readonly perSecond: number
  /** How many requests may be sent at once after an idle period. */
  readonly burst: number
}

/** A rate that several clients use up together: the result of `sharedRateLimit`. */
export interface SharedRateLimit {
  readonly reserve: () => number
  readonly giveBack: () => void
}

/** Whether it is shared, rather than the options of a limit for one client. */
export function isSharedRateLimit(given: RateLimitOptions | SharedRateLimit | undefined): given is SharedRateLimit {
  return typeof given === 'object' && given !== null && 'reserve' in given
}

export class RateLimit implements SharedRateLimit {
  readonly #clock: Clock
  readonly #perMs: number
  readonly #burst: number
  /** Tokens left at `#at`; negative while requests wait. */
  #tokens: number
  #at: number

  constructor(clock: Clock, { perSecond, burst }: RateLimitOptions) {
    this.#clock = clock
    this.#perMs = perSecond / 1_000
    this.#burst = burst
    this.#tokens = burst
    this.#at = clock.elapsed()
  }

  /** Reserves the next token. Returns the milliseconds until it is available. */
  readonly reserve = (): number => {
    const now = this.#clock.elapsed()
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMs) - 1
    this.#at = now
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs
  }

  /** Returns an unused reservation. Current waiters keep their time; the next request gets an earlier one. */
  readonly giveBack = (): void => {
    this.#tokens = Math.min(this.#burst, this.#tokens + 1)
  }
}
