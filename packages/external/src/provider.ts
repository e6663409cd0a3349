/**
 * Something that is called: how many calls it takes, and until when it wants to be left alone. Controllers that call the same
 * one share the value. Nobody sleeps here: whoever may not call now is told when to come back.
 */
import { type Clock, type Duration, toMs } from '@kubewright/core'
import { externalErrors } from './errors.ts'

export interface ProviderOptions {
  /** Appears in messages and metrics. */
  readonly name: string
  /** How many calls a second, over time. @default no limit */
  readonly callsPerSecond?: number
  /** How many at once after a rest. @default `callsPerSecond`, at least 1 */
  readonly burst?: number
  /** How long the first pause is when the API says that it is too much, and does not say until when. @default '10s' */
  readonly pause?: Duration
  /** No pause becomes longer than this, however often the API asks for one. @default '5m' */
  readonly longestPause?: Duration
}

export class Provider {
  readonly name: string
  readonly #callsPerSecond: number | undefined
  readonly #burst: number
  readonly #pauseMs: number
  readonly #longestPauseMs: number
  /** How many calls may be made at `#countedAt`, a fraction included. */
  #tokens: number
  #countedAt: number | undefined
  /** By the clock that only grows. */
  #pausedUntil = 0
  /** Pauses without a call that went well in between. */
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

  /** Takes leave to call once: 0, or after how many milliseconds to ask again. */
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

  /** The same for whoever was let in before: only a pause stops it; what goes beyond the rate is owed. */
  takeMore(clock: Clock): number {
    const pauseMs = this.pauseMs(clock)
    if (pauseMs === 0) this.#tokens -= 1
    return pauseMs
  }

  /** How long it wants to be left alone; 0 if it does not. */
  pauseMs(clock: Clock): number {
    return Math.max(0, Math.ceil(this.#pausedUntil - clock.elapsed()))
  }

  /** A call went well: the next pause is a short one again. */
  succeeded(): void {
    this.#pauses = 0
  }

  /** The API asks to be left alone, for as long as it says or, if it does not, longer and longer. Returns for how long. */
  throttled(clock: Clock, askedMs?: number): number {
    const restMs = this.pauseMs(clock)
    // Calls that were under way when the pause began say nothing new.
    if (restMs > 0 && (askedMs ?? 0) <= restMs) return restMs
    const ownMs = Math.min(this.#longestPauseMs, this.#pauseMs * 2 ** Math.min(this.#pauses, 20))
    this.#pauses += 1
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
    next: 'Give a number above zero, for a burst one from 1 upwards.',
    details: { name },
  })
}
