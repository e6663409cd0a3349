/**
 * The pending request for a key since a worker last took it: all its `add`s, merged into one.
 *
 * Merge rule: the highest priority, the earliest time, and every reason except that of an `again` that is overtaken.
 */
import type { Duration } from '@kubewright/core'
import { durationMs } from './duration-option.ts'
import { assertOption } from './errors.ts'
import { withReason, withReasons } from './reasons.ts'

/** Priority of changes, and the default of `add`. */
export const changePriority = 0

/** Priority of background work: the initial list after a start, and resyncs. */
export const backgroundPriority = -100

/** Options of `Queue.add`. */
export interface AddOptions<Reason = string> {
  /**
   * The minimum delay. An add with a delay, even zero, is not debounced.
   *
   * @default at once
   */
  readonly after?: Duration
  /**
   * Higher priorities go first: any number, such as `changePriority` or `backgroundPriority`.
   *
   * @default 0
   */
  readonly priority?: number
  /** The reason for the run, available in `task.reasons`. Equal reasons (`===`) are kept once. */
  readonly reason?: Reason
}

/** Hands out a key only once its adds have stopped. */
export interface DebounceOptions {
  /** A key is ready once it has not been added for this long. */
  readonly wait: Duration
  /** It is ready this long after its first add, even if adds continue. */
  readonly max: Duration
}

export interface PendingRequest<Reason> {
  readonly priority: number
  /** The earliest explicit time; `Infinity` if there is none. */
  readonly at: number
  /** The debounce of the adds without a time; `undefined` if there are none, or the queue does not debounce. */
  readonly rest: Rest | undefined
  /** Number of `add` calls. */
  readonly adds: number
  readonly reasons: readonly Reason[]
  /** Whether it consists only of an `again`: if an event overtakes it, its reason is dropped. */
  readonly isTimer?: true
}

interface Rest {
  /** When the wait after the last add ends. */
  readonly at: number
  /** When the maximum wait after the first add ends, so that a key that is added continuously still runs. */
  readonly by: number
}

/** When the key should run, back-off aside. */
export function askedAt({ at, rest }: PendingRequest<unknown>): number {
  return rest ? Math.min(at, rest.at, rest.by) : at
}

const noReasons: readonly never[] = []

/** Creates and merges requests. Pure: it holds only its options. */
export class PendingRequests<Reason> {
  readonly #waitMs: number | undefined
  readonly #maxMs: number
  readonly #reasonLimit: number

  constructor(debounce: DebounceOptions | undefined, reasonLimit: number) {
    this.#waitMs = debounce && durationMs('debounce.wait', debounce.wait)
    this.#maxMs = debounce ? durationMs('debounce.max', debounce.max) : Infinity
    this.#reasonLimit = reasonLimit
    const isWhole = Number.isInteger(reasonLimit) && reasonLimit >= 1
    assertOption('reasonLimit', reasonLimit, isWhole, 'a whole number from 1 upwards')
    const isLonger = this.#maxMs >= (this.#waitMs ?? 0)
    assertOption('debounce.max', debounce?.max, isLonger, 'at least as long as debounce.wait')
  }

  /** The request of `add(key, options)`. */
  ofAdd({ after, priority = changePriority, reason }: AddOptions<Reason>, now: number): PendingRequest<Reason> {
    assertOption('priority', priority, Number.isFinite(priority), 'a finite number')
    const isHeld = after === undefined && this.#waitMs !== undefined
    const rest = isHeld ? { at: now + this.#waitMs!, by: now + this.#maxMs } : undefined
    const at = isHeld ? Infinity : after === undefined ? now : now + durationMs('after', after)
    return { priority, at, rest, adds: 1, reasons: reason === undefined ? noReasons : [reason] }
  }

  /** The request of a task that succeeded and should run again at `at`. */
  ofAgain(at: number, priority: number, reason: Reason | undefined): PendingRequest<Reason> {
    const reasons = reason === undefined ? noReasons : [reason]
    return { priority, at, rest: undefined, adds: 0, reasons, isTimer: true }
  }

  /** The request of a failed task: its original request again, at `at`. */
  ofRetry(
    { priority, adds, reasons }: PendingRequest<Reason>,
    at: number,
    reason: Reason | undefined,
  ): PendingRequest<Reason> {
    const all = reason === undefined ? reasons : withReason(reasons, reason, this.#reasonLimit)
    return { priority, at, rest: undefined, adds, reasons: all }
  }

  merge(earlier: PendingRequest<Reason>, later: PendingRequest<Reason>): PendingRequest<Reason> {
    return {
      priority: Math.max(earlier.priority, later.priority),
      at: Math.min(earlier.at, later.at),
      rest: earlier.rest && later.rest ? { at: later.rest.at, by: earlier.rest.by } : (earlier.rest ?? later.rest),
      adds: earlier.adds + later.adds,
      reasons: this.#reasonsOf(earlier, later),
      ...(earlier.isTimer && later.isTimer ? { isTimer: true } : {}),
    }
  }

  /** Only the reasons that cause the run: an `again` that is not due by then was overtaken. */
  #reasonsOf(earlier: PendingRequest<Reason>, later: PendingRequest<Reason>): readonly Reason[] {
    if (earlier.isTimer && askedAt(later) < earlier.at) return later.reasons
    if (later.isTimer && askedAt(earlier) < later.at) return earlier.reasons
    return withReasons(earlier.reasons, later.reasons, this.#reasonLimit)
  }
}
