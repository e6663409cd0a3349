/** When to send a failed request again: exponential, jittered, and never sooner than the server asks. Pure. */
import { type Duration, type Random, toMs, withJitter } from '@kubewright/core'
import { type AttemptFailure, mayRepeat, type Repeat } from './repeat.ts'

export interface RetryOptions {
  /**
   * How often a request is sent at most, the first time included.
   *
   * @default 5
   */
  readonly attempts?: number
  /**
   * The wait before the second attempt; it doubles with each one. Half of it is left to chance.
   *
   * @default '200ms'
   */
  readonly base?: Duration
  /**
   * The longest wait between two attempts.
   *
   * @default '5s'
   */
  readonly max?: Duration
  /**
   * The longest Retry-After to sit out. When the server asks for more, the call fails and says so.
   *
   * @default '30s'
   */
  readonly maxRetryAfter?: Duration
}

export interface RetryPolicy {
  readonly attempts: number
  readonly baseMs: number
  readonly maxMs: number
  readonly maxRetryAfterMs: number
}

export function retryPolicy(options: RetryOptions | false = {}): RetryPolicy {
  if (options === false) return { attempts: 1, baseMs: 0, maxMs: 0, maxRetryAfterMs: 0 }
  const { attempts = 5, base = '200ms', max = '5s', maxRetryAfter = '30s' } = options
  return { attempts, baseMs: toMs(base), maxMs: toMs(max), maxRetryAfterMs: toMs(maxRetryAfter) }
}

/** What is known after an attempt failed. */
export interface FailedAttempt {
  readonly repeat: Repeat
  readonly failure: AttemptFailure
  /** Counted from 1. */
  readonly attempt: number
}

/** Milliseconds until the next attempt; `undefined` if there is none. */
export function retryDelay(policy: RetryPolicy, failed: FailedAttempt, random: Random): number | undefined {
  const { repeat, failure, attempt } = failed
  if (attempt >= policy.attempts || !mayRepeat(repeat, failure)) return undefined
  const backoff = Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1))
  const jittered = backoff / 2 + (random.next() * backoff) / 2
  const asked = failure.kind === 'answered' ? (failure.retryAfterMs ?? 0) : 0
  if (asked > policy.maxRetryAfterMs) return undefined
  // A little more than asked, so that all who were sent away do not come back at once.
  return Math.max(jittered, withJitter(random, asked, 0.1))
}
