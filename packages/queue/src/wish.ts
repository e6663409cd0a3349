/**
 * What has been asked of a key since a worker last took it: all its `add`s, merged into one.
 *
 * Merge rule: the highest priority, the earliest time, every reason but that of an `again` which is overtaken.
 */
import type { Duration } from '@kubewright/core'
import { durationMs } from './duration-option.ts'
import { assertOption } from './errors.ts'
import { withReason, withReasons } from './reasons.ts'

/** Changes that somebody made. The priority of an `add` that names none. */
export const changePriority = 0

/** Work nobody waits for: the first list after a start, and resyncs. */
export const backgroundPriority = -100

export interface AddOptions<Reason = string> {
  /**
   * Not before this much time has passed. A time given here, even zero, is not debounced.
   *
   * @default at once
   */
  readonly after?: Duration
  /**
   * Higher goes first: any number, `changePriority` and `backgroundPriority` among them.
   *
   * @default 0
   */
  readonly priority?: number
  /** Why. Whoever takes the key reads it in `task.reasons`. Equal ones (`===`) are kept once. */
  readonly reason?: Reason
}

/** Lets a key come to rest before it is handed out. */
export interface DebounceOptions {
  /** A key is ready once it has not been added for this long. */
  readonly wait: Duration
  /** It is ready this long after it was first added, even if it never comes to rest. */
  readonly max: Duration
}

export interface Wish<Reason> {
  readonly priority: number
  /** The earliest time somebody named; `Infinity` if nobody did. */
  readonly at: number
  /** When the adds that named no time come to rest; nothing if there are none, or the queue does not debounce. */
  readonly rest: Rest | undefined
  /** How many times `add` was called. */
  readonly adds: number
  readonly reasons: readonly Reason[]
  /** Whether nothing but an `again` asked for it: overtaken by an event, it is no reason for the run. */
  readonly isTimer?: true
}

interface Rest {
  /** When the last add will be long enough ago. */
  readonly at: number
  /** When the first one will be, so that a key that is added all the time runs all the same. */
  readonly by: number
}

/** When the key is to run, as far as those who asked are concerned. */
export function askedAt({ at, rest }: Wish<unknown>): number {
  return rest ? Math.min(at, rest.at, rest.by) : at
}

const noReasons: readonly never[] = []

/** Makes and merges wishes. Pure: it holds nothing but its options. */
export class Wishes<Reason> {
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

  /** What `add(key, options)` asks for. */
  ofAdd({ after, priority = changePriority, reason }: AddOptions<Reason>, now: number): Wish<Reason> {
    assertOption('priority', priority, Number.isFinite(priority), 'a finite number')
    const isHeld = after === undefined && this.#waitMs !== undefined
    const rest = isHeld ? { at: now + this.#waitMs!, by: now + this.#maxMs } : undefined
    const at = isHeld ? Infinity : after === undefined ? now : now + durationMs('after', after)
    return { priority, at, rest, adds: 1, reasons: reason === undefined ? noReasons : [reason] }
  }

  /** What a task asks for that succeeded and wants another run at `at`. */
  ofAgain(at: number, priority: number, reason: Reason | undefined): Wish<Reason> {
    const reasons = reason === undefined ? noReasons : [reason]
    return { priority, at, rest: undefined, adds: 0, reasons, isTimer: true }
  }

  /** What a task asks for that failed: all that it was asked, again, at `at`. */
  ofRetry({ priority, adds, reasons }: Wish<Reason>, at: number, reason: Reason | undefined): Wish<Reason> {
    const all = reason === undefined ? reasons : withReason(reasons, reason, this.#reasonLimit)
    return { priority, at, rest: undefined, adds, reasons: all }
  }

  merge(earlier: Wish<Reason>, later: Wish<Reason>): Wish<Reason> {
    return {
      priority: Math.max(earlier.priority, later.priority),
      at: Math.min(earlier.at, later.at),
      rest: earlier.rest && later.rest ? { at: later.rest.at, by: earlier.rest.by } : (earlier.rest ?? later.rest),
      adds: earlier.adds + later.adds,
      reasons: this.#reasonsOf(earlier, later),
      ...(earlier.isTimer && later.isTimer ? { isTimer: true } : {}),
    }
  }

  /** Only what makes the key run: an `again` that is not due by then was overtaken. */
  #reasonsOf(earlier: Wish<Reason>, later: Wish<Reason>): readonly Reason[] {
    if (earlier.isTimer && askedAt(later) < earlier.at) return later.reasons
    if (later.isTimer && askedAt(earlier) < later.at) return earlier.reasons
    return withReasons(earlier.reasons, later.reasons, this.#reasonLimit)
  }
}
