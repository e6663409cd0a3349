/**
 * Lets a key that has waited long go ahead of more important ones now and then, so that none waits for ever.
 *
 * Guarantees
 * - While a key is overdue (it has waited for `after` or longer), at least one take in `every` goes to the key that has
 *   waited longest, whatever its priority. So an overdue key that `n` others have outwaited is handed out within
 *   `every * (n + 1)` takes.
 * - While no key is overdue, priorities are strict.
 *
 * A share of the takes, not a priority that grows with time: after a restart everything is overdue, and if age alone
 * decided, a change would have to wait behind all of it, which is what priorities are there to prevent.
 */
import type { Duration } from '@kubewright/core'
import { Chain, type Link } from './chain.ts'
import { durationMs } from './duration-option.ts'
import { assertOption } from './errors.ts'

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

/** What a key must carry to be compared by age. */
export interface Aged<Item> {
  /** When it began to wait. */
  since: number
  readonly age: Link<Item>
}

export class Ageing<Item extends Aged<Item>> {
  readonly #afterMs: number
  readonly #every: number

  /** All that wait, in the order they began to. */
  readonly #byAge = new Chain<Item>()

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

  /** Who is next: `first`, whose turn it is by priority, or the one that has been passed over often enough. */
  choose(first: Item, now: number): Item {
    const oldest = this.#byAge.first!
    const isOverdue = oldest !== first && now - oldest.since >= this.#afterMs
    this.#passedOver = isOverdue ? this.#passedOver + 1 : 0
    if (this.#passedOver < this.#every) return first
    this.#passedOver = 0
    return oldest
  }
}
