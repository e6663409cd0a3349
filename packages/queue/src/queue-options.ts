/** How a queue can be set up. A queue without options deduplicates, delays, backs off, prioritises and ages. */
import { type Clock, type Random, systemClock, systemRandom } from '@kubewright/core'
import type { AgeingOptions } from './ageing.ts'
import type { BackoffOptions } from './backoff.ts'
import type { QueueObserver } from './observer.ts'
import type { RateOptions } from './token-bucket.ts'
import type { DebounceOptions } from './wish.ts'

export interface QueueOptions<Key> {
  /**
   * What makes two keys the same. Give it when keys are objects.
   *
   * @default the key itself, compared as a `Map` compares
   */
  readonly idOf?: (key: Key) => unknown
  /**
   * Which group a key belongs to, such as its namespace. The groups of one priority take turns.
   *
   * @default one group for all
   */
  readonly fairBy?: (key: Key) => string
  /** How long a key that failed waits for its retry. */
  readonly backoff?: BackoffOptions
  /** How a key that waited long gets ahead of more important ones; `false` lets it wait for ever. */
  readonly ageing?: AgeingOptions | false
  /**
   * Lets keys come to rest before they are handed out.
   *
   * @default off
   */
  readonly debounce?: DebounceOptions
  /**
   * Bounds how many keys are handed out a second, all together.
   *
   * @default off
   */
  readonly rate?: RateOptions
  /**
   * How many reasons are kept for a key: the first and the latest.
   *
   * @default 10
   */
  readonly reasonLimit?: number
  /** Is told what happens, to count it. */
  readonly observer?: QueueObserver<Key>
  /** @default systemClock */
  readonly clock?: Clock
  /** For the jitter of the back-off. @default systemRandom */
  readonly random?: Random
}

export const queueDefaults = {
  backoff: { first: '5ms', max: '1000s', jitter: 0 },
  ageing: { after: '30s', every: 10 },
  reasonLimit: 10,
  clock: systemClock,
  random: systemRandom,
} as const satisfies QueueOptions<unknown>
