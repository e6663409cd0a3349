/**
 * Tracks objects that fail repeatedly, and decides when to report that on the object, for users of kubectl.
 *
 * - By an event: from the second consecutive failure on, once a second has passed since the first. Repeated with the fourth, eighth …
 *   failure, and after ten minutes in any case, since Events expire after an hour. After an initial burst of fifty, at most one per
 *   second for the whole controller: in an outage every object fails at once.
 * - By a condition: from the third failure on, once a minute has passed.
 * - A terminal failure is reported at once.
 *
 * See decision 0279.
 */
import type { Ref } from '@kubewright/core'
import { requestKey } from '../request/request-key.ts'

const [leastForEvent, eventAfterMs, eventEveryMs] = [2, 1_000, 600_000]
const [leastForCondition, conditionAfterMs] = [3, 60_000]
/** Token bucket for the events of one controller. */
const [mostAtOnce, refillMs] = [50, 1_000]

interface Failing {
  readonly failures: number
  readonly since: number
  /** When it was last reported by an event. */
  readonly reportedAt: number
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

  /** Whether a failure about to be recorded warrants a condition. */
  isStalled(object: Ref, { isTerminal, now }: Failure): boolean {
    const before = this.#failing.get(requestKey(object))
    if (isTerminal) return true
    return before !== undefined && before.failures + 1 >= leastForCondition && now - before.since >= conditionAfterMs
  }

  /** Records a failure. Returns whether to report it by an event. */
  failed(object: Ref, { isTerminal, now }: Failure): boolean {
    const key = requestKey(object)
    const before = this.#failing.get(key) ?? { failures: 0, since: now, reportedAt: -Infinity }
    const failing = { ...before, failures: before.failures + 1 }
    const isDue = isTerminal || isWorthAnEvent(failing, now)
    const isReported = isDue && this.#take(now)
    this.#failing.set(key, isReported ? { ...failing, reportedAt: now } : failing)
    return isReported
  }

  /** Called when it did not fail, or is gone. */
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

function isWorthAnEvent({ failures, since, reportedAt }: Failing, now: number): boolean {
  if (failures < leastForEvent || now - since < eventAfterMs) return false
  const isFirst = reportedAt === -Infinity
  return isFirst || Number.isInteger(Math.log2(failures)) || now - reportedAt >= eventEveryMs
}
