/**
 * Lets a key that has waited long overtake keys of higher priority now and then, so that none starves.
 *
 * Guarantees
 * - While a key is overdue (it has waited for `after` or longer), at least one take in `every` goes to the key that has
 *   waited longest, whatever its priority. An overdue key behind `n` older ones is therefore handed out within
 *   `every * (n + 1)` takes.
 * - While no key is overdue, priorities are strict.
 *
 * This reserves a share of the takes rather than raising the priority with age: after a restart everything is overdue, and if
 * age alone decided, a change would queue behind all of it, which priorities are meant to prevent.
 *
 * See decision 0011.
 */
import type { Duration } from '@kubewright/core'
import { durationMs } from './duration-option.ts'
import { assertOption } from './errors.ts'
import { type Link, LinkedList } from './linked-list.ts'

/** When a key that has waited long overtakes keys of higher priority. */
export interface AgeingOptions {
  /**
   * How long a key waits before it is overdue.
   *
   * @default '30s'
   */
  readonly after?: Duration
  /**
   * While a key is overdue, one take in this many goes to the one that has waited longest.
   *
   * @default 10
   */
  readonly every?: number
}

/** The fields that ageing needs on a key. */
export interface Aged<Item> {
  /** When it began to wait. */
  since: number
  readonly age: Link<Item>
}

export class Ageing<Item extends Aged<Item>> {
  readonly #afterMs: number
  readonly #every: number

  /** All waiting keys, oldest first. */
  readonly #byAge = new LinkedList<Item>()

  /** Takes in a row that went past an overdue key. Less than `#every`. */
  #passedOver = 0

  constructor(options: Required<AgeingOptions> | undefined) {
    this.#afterMs = options ? durationMs('ageing.after', options.after) : Infinity
    this.#every = options?.every ?? Infinity
    const isWhole = Number.isInteger(this.#every) && this.#every >= 1
    assertOption('ageing.every', options?.every, options === undefined || isWhole, 'a whole number from 1 upwards')
  }

  push(item: Item): void {
    this.#byAge.push(item.age)
  }

  remove(item: Item): void {
    this.#byAge.remove(item.age)
  }

  /** The next key: `first`, the next by priority, or the oldest one if it was passed over often enough. */
  choose(first: Item, now: number): Item {
    const oldest = this.#byAge.first!
    const isOverdue = oldest !== first && now - oldest.since >= this.#afterMs
    this.#passedOver = isOverdue ? this.#passedOver + 1 : 0
    if (this.#passedOver < this.#every) return first
    this.#passedOver = 0
    return oldest
  }
}
