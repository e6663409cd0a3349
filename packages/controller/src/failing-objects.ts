/**
 * Which objects keep failing, and when that is told to whoever looks at them with kubectl.
 *
 * - By an event: from the second failure in a row on, once a second has passed since the first. With the second, fourth, eighth …
 *   failure, and after ten minutes in any case, since events are deleted after an hour. No more than one in a second for the whole
 *   controller, after the first fifty: an outage lets all objects fail at once.
 * - By a condition: from the third on, once a minute has passed.
 * - A failure that only an edit can mend is told at once.
 */
import type { Ref } from '@kubewright/core'
import { requestKey } from './request-key.ts'

const [leastForEvent, eventAfterMs, eventEveryMs] = [2, 1_000, 600_000]
const [leastForCondition, conditionAfterMs] = [3, 60_000]
/** Events of one controller. */
const [mostAtOnce, refillMs] = [50, 1_000]

interface Failing {
  readonly failures: number
  readonly since: number
  /** When it was told by an event. */
  readonly toldAt: number
}

export interface Failure {
  readonly isTerminal: boolean
  /** As `clock.elapsed()`. */
  readonly now: number
}

export class FailingObjects {
  readonly #failing = new Map<string, Failing>()
  #tokens = mostAtOnce
  #filledAt = 0

  /** Whether a failure that is about to be noted belongs into a condition. */
  isStalled(object: Ref, { isTerminal, now }: Failure): boolean {
    const before = this.#failing.get(requestKey(object))
    if (isTerminal) return true
    return before !== undefined && before.failures + 1 >= leastForCondition && now - before.since >= conditionAfterMs
  }

  /** Notes a failure. Returns whether it is to be told by an event. */
  failed(object: Ref, { isTerminal, now }: Failure): boolean {
    const key = requestKey(object)
    const before = this.#failing.get(key) ?? { failures: 0, since: now, toldAt: -Infinity }
    const failing = { ...before, failures: before.failures + 1 }
    const isDue = isTerminal || isWorthAnEvent(failing, now)
    const isTold = isDue && this.#take(now)
    this.#failing.set(key, isTold ? { ...failing, toldAt: now } : failing)
    return isTold
  }

  /** It did not fail, or has gone. */
  forget(object: Ref): void {
    this.#failing.delete(requestKey(object))
  }

  #take(now: number): boolean {
    this.#tokens = Math.min(mostAtOnce, this.#tokens + (now - this.#filledAt) / refillMs)
    this.#filledAt = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }
}

function isWorthAnEvent({ failures, since, toldAt }: Failing, now: number): boolean {
  if (failures < leastForEvent || now - since < eventAfterMs) return false
  const isFirst = toldAt === -Infinity
  return isFirst || Number.isInteger(Math.log2(failures)) || now - toldAt >= eventEveryMs
}
