/**
 * Rate limit and back-off of an external API. Controllers that call the same API share the value. It never sleeps: a caller that is not
 * admitted gets the delay after which to retry.
 */
import { type Clock, type Duration, toMs } from '@kubewright/core'
import { backOffMs } from '@kubewright/core/time'
import { externalErrors } from '../errors.ts'

/** Options of `defineProvider`. */
export interface ProviderOptions {
  /** Used in messages and metrics. */
  readonly name: string
  /** Sustained call rate. @default no limit */
  readonly callsPerSecond?: number
  /** Calls admitted at once after an idle period. @default `callsPerSecond`, at least 1 */
  readonly burst?: number
  /** The first pause when the API throttles without a `Retry-After`. @default '10s' */
  readonly pause?: Duration
  /** Upper bound on every pause. @default '5m' */
  readonly longestPause?: Duration
}

/** The rate limit and back-off of one external API, shared by the controllers that call it. `defineProvider` creates one. */
export class Provider {
  readonly name: string
  readonly #callsPerSecond: number | undefined
  readonly #burst: number
  readonly #pauseMs: number
  readonly #longestPauseMs: number
  /** Token bucket, as of `#countedAt`; may be fractional. */
  #tokens: number
  #countedAt: number | undefined
  /** As `clock.elapsed()`. */
  #pausedUntil = 0
  /** Consecutive pauses without a successful call. */
  #pauses = 0

  constructor({ name, callsPerSecond, burst, pause = '10s', longestPause = '5m' }: ProviderOptions) {
    if (callsPerSecond !== undefined && !(callsPerSecond > 0)) throw senseless(name, 'callsPerSecond', callsPerSecond)
    if (burst !== undefined && !(burst >= 1)) throw senseless(name, 'burst', burst)
    this.name = name
    this.#callsPerSecond = callsPerSecond
    this.#burst = burst ?? Math.max(1, callsPerSecond ?? 1)
    this.#tokens = this.#burst
    this.#pauseMs = toMs(pause)
    this.#longestPauseMs = toMs(longestPause)
  }

  /** Admits one call: returns 0, or the delay in milliseconds before the next attempt. */
  take(clock: Clock): number {
    const now = clock.elapsed()
    const pauseMs = this.pauseMs(clock)
    if (pauseMs > 0 || this.#callsPerSecond === undefined) return pauseMs
    const passed = (now - (this.#countedAt ?? now)) / 1_000
    this.#tokens = Math.min(this.#burst, this.#tokens + passed * this.#callsPerSecond)
    this.#countedAt = now
    if (this.#tokens < 1) return Math.max(1, Math.ceil(((1 - this.#tokens) / this.#callsPerSecond) * 1_000))
    this.#tokens -= 1
    return 0
  }

  /** The same for a caller already admitted: only a pause stops it; calls beyond the rate are owed to the bucket. */
  takeMore(clock: Clock): number {
    const pauseMs = this.pauseMs(clock)
    if (pauseMs === 0) this.#tokens -= 1
    return pauseMs
  }

  /** The remaining pause; 0 if there is none. */
  pauseMs(clock: Clock): number {
    return Math.max(0, Math.ceil(this.#pausedUntil - clock.elapsed()))
  }

  /** A successful call resets the back-off. */
  succeeded(): void {
    this.#pauses = 0
  }

  /** Pauses for the requested time, or with exponential back-off if none is given. Returns the pause. */
  throttled(clock: Clock, askedMs?: number): number {
    const restMs = this.pauseMs(clock)
    // Calls in flight when the pause began carry no new information.
    if (restMs > 0 && (askedMs ?? 0) <= restMs) return restMs
    this.#pauses += 1
    const ownMs = backOffMs(this.#pauses, this.#pauseMs, this.#longestPauseMs)
    const pauseMs = Math.max(1, Math.min(this.#longestPauseMs, askedMs ?? ownMs))
    this.#pausedUntil = Math.max(this.#pausedUntil, clock.elapsed() + pauseMs)
    return pauseMs
  }
}

/**
 * Declares a provider.
 *
 * @example
 * ```ts
 * const cloud = defineProvider({ name: 'example-cloud', callsPerSecond: 10 })
 * cloud.name // => 'example-cloud'
 * ```
 */
export function defineProvider(options: ProviderOptions): Provider {
  return new Provider(options)
}

function senseless(name: string, field: string, value: number): Error {
  return externalErrors('KW_EXTERNAL_DEFINITION', {
    what: `define the provider ${name}`,
    why: `${field} is ${value}`,
    next: 'Use a rate above zero, and a burst of at least 1.',
    details: { name },
  })
}
