/** Options of a queue. Without options it deduplicates, delays, backs off, prioritises and ages. */
import { type Clock, systemClock } from '@kubewright/core'
import { type Random, systemRandom } from '@kubewright/core/random'
import type { AgeingOptions } from './ageing.ts'
import type { BackoffOptions } from './backoff.ts'
import type { QueueObserver } from './observer.ts'
import type { DebounceOptions } from './pending-request.ts'
import type { RateOptions } from './token-bucket.ts'

/** Options of `WorkQueue`. */
export interface QueueOptions<Key> {
  /**
   * The identity of a key. Required for deduplication when keys are objects.
   *
   * @default the key itself, compared as a `Map` compares
   */
  readonly idOf?: (key: Key) => unknown
  /**
   * The group of a key, such as its namespace. The groups of one priority take turns.
   *
   * @default one group for all
   */
  readonly fairBy?: (key: Key) => string
  /** How long a failed key waits for its retry. */
  readonly backoff?: BackoffOptions
  /** How a key that has waited long overtakes keys of higher priority; `false` allows starvation. */
  readonly ageing?: AgeingOptions | false
  /**
   * Waits until a key has not been added for a while before it is handed out.
   *
   * @default off
   */
  readonly debounce?: DebounceOptions
  /**
   * Limits how many keys are handed out per second overall.
   *
   * @default off
   */
  readonly rate?: RateOptions
  /**
   * How many reasons are kept per key: the first one and the latest ones.
   *
   * @default 10
   */
  readonly reasonLimit?: number
  /** Receives the events of the queue, for metrics. */
  readonly observer?: QueueObserver<Key>
  /** @default systemClock */
  readonly clock?: Clock
  /** For the jitter of the back-off. @default systemRandom */
  readonly random?: Random
}

/** Default options of `WorkQueue`. Debouncing and the rate limit are off. */
export const queueDefaults = {
  backoff: { first: '5ms', max: '1000s', jitter: 0 },
  ageing: { after: '30s', every: 10 },
  reasonLimit: 10,
  clock: systemClock,
  random: systemRandom,
} as const satisfies QueueOptions<unknown>
