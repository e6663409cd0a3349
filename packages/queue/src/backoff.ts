/**
 * The back-off of a failing key, and how events interact with it.
 *
 * Guarantees
 * - The nth failure in a row that counts is followed by a wait of `first * 2^(n-1)`, at most `max`.
 * - A failure counts only after the wait before it has passed in full. A run that an event brings forward is not a
 *   retry: if it fails inside the wait, the wait neither grows nor moves.
 * - An event brings the next run forward. The first in a wait does so at once; after that, each run that fails inside the
 *   same wait makes events wait, `first` at the beginning and twice as long each time, but never beyond the retry. So a
 *   change runs promptly, while a key whose every failure causes an event runs at most `2 + log2(w / first)` times in a
 *   wait of length `w`.
 * - Success resets everything.
 *
 * The state is stored with the failing key and removed on success: it exists only for keys that wait for a retry or run one.
 *
 * See decision 0010.
 */
import type { Duration } from '@kubewright/core'
import { type Random, withJitter } from '@kubewright/core/random'
import { backOffMs } from '@kubewright/core/time'
import { durationMs } from './duration-option.ts'
import { assertOption } from './errors.ts'

/** The exponential back-off of failed keys. */
export interface BackoffOptions {
  /**
   * The wait after the first failure. It doubles with each further one.
   *
   * @default '5ms'
   */
  readonly first?: Duration
  /**
   * The longest wait.
   *
   * @default '1000s'
   */
  readonly max?: Duration
  /**
   * Relative jitter added to each wait, so that keys that failed together do not retry together.
   *
   * @default 0
   */
  readonly jitter?: number
}

/** The state of a key that failed and has not succeeded since. */
export interface Failing {
  /** Failures in a row that count. */
  readonly failures: number
  readonly failedAt: number
  /** When the wait is over. Until then a failure does not count. */
  readonly retryAt: number
  /** Runs that were brought forward into this wait, and failed. */
  readonly early: number
}

export class Backoff {
  readonly #firstMs: number
  readonly #maxMs: number
  readonly #jitter: number
  readonly #random: Random

  constructor(options: Required<BackoffOptions>, random: Random) {
    this.#firstMs = durationMs('backoff.first', options.first)
    this.#maxMs = durationMs('backoff.max', options.max)
    this.#jitter = options.jitter
    this.#random = random
    assertOption('backoff.first', options.first, this.#firstMs > 0, 'above zero')
    assertOption('backoff.max', options.max, this.#maxMs >= this.#firstMs, 'at least as long as backoff.first')
    assertOption(
      'backoff.jitter',
      this.#jitter,
      this.#jitter >= 0 && this.#jitter < Infinity,
      'a fraction from 0 upwards',
    )
  }

  failed(before: Failing | undefined, now: number): Failing {
    if (before && now < before.retryAt) return { ...before, failedAt: now, early: before.early + 1 }
    const failures = (before?.failures ?? 0) + 1
    const waitMs = withJitter(this.#random, backOffMs(failures, this.#firstMs, this.#maxMs), this.#jitter)
    return { failures, failedAt: now, retryAt: now + waitMs, early: 0 }
  }

  /** When a failing key may run, if the earliest requested time is `askedAt`. */
  mayRunAt(failing: Failing, askedAt: number): number {
    const promptAt =
      failing.early === 0 ? failing.failedAt : failing.failedAt + backOffMs(failing.early, this.#firstMs, this.#maxMs)
    return Math.min(failing.retryAt, Math.max(promptAt, askedAt))
  }
}
