/** A token bucket: so many requests a second, and a burst on top. Off unless asked for; API servers limit by themselves. */
import type { Clock } from '@kubewright/core'

export interface RateLimitOptions {
  /** Requests a second, in the long run. */
  readonly perSecond: number
  /** How many may go at once after a pause. */
  readonly burst: number
}

export class RateLimit {
  readonly #clock: Clock
  readonly #perMs: number
  readonly #burst: number
  /** Tokens left at `#at`; negative when requests wait for tokens to come. */
  #tokens: number
  #at: number

  constructor(clock: Clock, { perSecond, burst }: RateLimitOptions) {
    this.#clock = clock
    this.#perMs = perSecond / 1_000
    this.#burst = burst
    this.#tokens = burst
    this.#at = clock.elapsed()
  }

  /** Reserves the next token. Returns the milliseconds until it is there. */
  reserve(): number {
    const now = this.#clock.elapsed()
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMs) - 1
    this.#at = now
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs
  }

  /** Takes back a reservation that was not used. Those who wait keep their time; whoever comes next comes sooner. */
  giveBack(): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + 1)
  }
}
