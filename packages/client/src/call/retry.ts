/** The retry schedule: exponential back-off with jitter, and never sooner than Retry-After. Pure. */
import { type Duration, toMs } from '@kubewright/core'
import { type Random, withJitter } from '@kubewright/core/random'
import { backOffMs } from '@kubewright/core/time'
import { type AttemptFailure, mayRepeat, type Repeat } from './repeat.ts'

/** The retry policy of a client: `retry` of `createClient`. */
export interface RetryOptions {
  /**
   * Maximum number of attempts, including the first.
   *
   * @default 5
   */
  readonly attempts?: number
  /**
   * The delay before the second attempt; it doubles with each one. Half of it is jitter.
   *
   * @default '200ms'
   */
  readonly base?: Duration
  /**
   * The longest delay between two attempts.
   *
   * @default '5s'
   */
  readonly max?: Duration
  /**
   * The longest Retry-After to wait for. If the server requests more, the call fails.
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

/** A failed attempt. */
export interface FailedAttempt {
  readonly repeat: Repeat
  readonly failure: AttemptFailure
  /** Counted from 1. */
  readonly attempt: number
}

/** Milliseconds until the next attempt; `undefined` for none. */
export function retryDelay(policy: RetryPolicy, failed: FailedAttempt, random: Random): number | undefined {
  const { repeat, failure, attempt } = failed
  if (attempt >= policy.attempts || !mayRepeat(repeat, failure)) return undefined
  const backoff = backOffMs(attempt, policy.baseMs, policy.maxMs)
  const jittered = backoff / 2 + (random.next() * backoff) / 2
  const asked = failure.kind === 'answered' ? (failure.retryAfterMs ?? 0) : 0
  if (asked > policy.maxRetryAfterMs) return undefined
  // Jitter on Retry-After, so that throttled clients do not return all at once.
  return Math.max(jittered, withJitter(random, asked, 0.1))
}
