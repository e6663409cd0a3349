/**
 * A clock that stands still until a test advances it, so that an hour of waiting costs nothing and is deterministic.
 *
 * Guarantees
 * - Timers run in the order they are due; among equals, in the order they were scheduled.
 * - A timer observes exactly its due time, and so does everything that awaits it: between two timers every promise chain runs as far
 *   as it can.
 * - A timer scheduled while the clock advances runs in the same call if it is due within it.
 * - Time moves in steps of 1/1024 ms, rounded up, so that differences of times are exact: a delay is over when its timer runs.
 *
 * Assumptions
 * - The clock does not wait for real input and output (sockets, files, child processes). Pass `settle` to do that.
 *
 * @example
 * ```ts
 * import { VirtualClock } from '@kubewright/core/testing'
 *
 * const clock = new VirtualClock()
 * let woke = false
 * const nap = sleep(clock, '1h').then(() => (woke = true))
 * await clock.advance('59m')
 * woke // => false
 * await clock.advance('1m')
 * woke // => true
 * ```
 */
import type { Clock } from './clock.ts'
import { type Duration, formatDuration, toMs } from './duration.ts'
import { coreErrors } from '../errors.ts'
import { framesOf, traceHere } from '../tasks/stack-trace.ts'
import { parseTime } from './time.ts'
import { type Timer, TimerHeap } from './timer-heap.ts'
import { nextTurn } from './turn.ts'

/** A power of two: multiples of its inverse are exact for 278 years, and so are their sums and differences. */
const stepsPerMs = 1_024

/** Options of a `VirtualClock`. */
export interface VirtualClockOptions {
  /**
   * The initial wall-clock time: milliseconds since the epoch, or an RFC 3339 time.
   *
   * @default '2026-01-01T00:00:00Z'
   */
  readonly start?: number | string
  /**
   * Waits until the work in flight has settled; called before the first timer and after each one.
   *
   * @default one turn of the event loop, by which every chain of promises has run as far as it can
   */
  readonly settle?: () => Promise<void>
  /**
   * How many timers one call may run before it is considered an endless loop.
   *
   * @default 100_000
   */
  readonly maxTimers?: number
  /**
   * Whether `pending` records the stack of each scheduling call. Costs time if very many timers are scheduled.
   *
   * @default true
   */
  readonly keepsOrigins?: boolean
}

/** A pending timer of a virtual clock. */
export interface PendingTimer {
  /** Milliseconds until it is due. */
  readonly inMs: number
  /** The stack of the call that scheduled it; empty if origins are not recorded. */
  readonly origin: string
}

/** A clock for tests that stands still until it is advanced. */
export class VirtualClock implements Clock {
  readonly #timers = new TimerHeap()
  readonly #settle: () => Promise<void>
  readonly #maxTimers: number
  readonly #keepsOrigins: boolean
  /** The wall clock at zero elapsed milliseconds; only `jump` changes it. */
  #origin: number
  #elapsed = 0
  #scheduled = 0
  #isMoving = false

  constructor(options: VirtualClockOptions = {}) {
    const { start = '2026-01-01T00:00:00Z', settle = nextTurn, maxTimers = 100_000, keepsOrigins = true } = options
    this.#origin = startOf(start)
    this.#settle = settle
    this.#maxTimers = maxTimers
    this.#keepsOrigins = keepsOrigins
  }

  now(): number {
    return Math.floor(this.#origin + this.#elapsed)
  }

  elapsed(): number {
    return this.#elapsed
  }

  schedule(ms: number, run: () => void): Disposable {
    const delay = ms > 0 ? ms : 0 // NaN counts as zero, as it does for the system clock
    const trace = this.#keepsOrigins ? traceHere(12) : {}
    const timer: Timer = { due: this.#elapsed + wholeSteps(delay), order: this.#scheduled++, run, trace, place: -1 }
    this.#timers.add(timer)
    return new ScheduledTimer(this.#timers, timer)
  }

  /** The pending timers, soonest first. */
  get pending(): readonly PendingTimer[] {
    return this.#timers.inOrder().map(({ due, trace }) => ({
      inMs: due - this.#elapsed,
      origin: framesOf(trace).slice(1).join('\n'), // without `schedule` itself
    }))
  }

  /** Milliseconds until the next timer is due; `undefined` if none is pending. */
  get nextInMs(): number | undefined {
    const next = this.#timers.first
    return next && next.due - this.#elapsed
  }

  /** Simulates a change of the system clock: `now` moves by `ms`, forwards or backwards, while no time passes and no timer runs. */
  jump(ms: number): void {
    this.#origin += ms
  }

  /**
   * Advances time by `duration` and runs the due timers. Zero runs timers that are due now.
   *
   * Failure: rejects with the error a timer throws; the clock then shows that timer's time and can be advanced further.
   */
  async advance(duration: Duration): Promise<void> {
    const until = this.#elapsed + wholeSteps(toMs(duration))
    await this.#move(until)
    this.#elapsed = until
  }

  /**
   * Runs timers, including those scheduled meanwhile, until none is pending. Resolves to the elapsed milliseconds.
   *
   * Failure: `KW_CORE_CLOCK_BUSY` names the timers still pending after `within`.
   */
  async runUntilIdle(within: Duration): Promise<number> {
    const begun = this.#elapsed
    await this.#move(begun + wholeSteps(toMs(within)))
    if (this.#timers.size > 0) throw this.#busy(`become idle within ${formatDuration(toMs(within))}`)
    return this.#elapsed - begun
  }

  async #move(until: number): Promise<void> {
    if (this.#isMoving) throw movedTwice()
    this.#isMoving = true
    try {
      await this.#settle()
      await this.#runDue(until)
    } finally {
      this.#isMoving = false
    }
  }

  async #runDue(until: number): Promise<void> {
    for (let ran = 0; ; ran++) {
      const timer = this.#timers.first
      if (!timer || timer.due > until) return
      if (ran === this.#maxTimers) throw this.#busy(`advance the clock after ${ran} timers`)
      this.#timers.remove(timer)
      this.#elapsed = timer.due
      timer.run()
      await this.#settle()
    }
  }

  #busy(what: string): Error {
    const listed = this.pending.slice(0, 5).map(({ inMs, origin }) => `- in ${inMs} ms, scheduled\n${origin}`)
    return coreErrors('KW_CORE_CLOCK_BUSY', {
      what,
      why: this.#timers.size === 1 ? 'a timer waits' : `${this.#timers.size} timers wait`,
      next: `Stop the code that schedules them, or raise the limit.\n${listed.join('\n')}`,
      details: { pending: this.#timers.size },
    })
  }
}

/** A class, because every request schedules a timer: an object literal with a symbol key is several times as slow to create. */
class ScheduledTimer implements Disposable {
  readonly #timers: TimerHeap
  readonly #timer: Timer

  constructor(timers: TimerHeap, timer: Timer) {
    this.#timers = timers
    this.#timer = timer
  }

  [Symbol.dispose](): void {
    this.#timers.remove(this.#timer)
  }
}

/** `ms`, rounded up to steps of the clock. If a delay were rounded down, the code that waits for its end could wait forever. */
function wholeSteps(ms: number): number {
  return Math.ceil(ms * stepsPerMs) / stepsPerMs
}

function startOf(start: number | string): number {
  const ms = typeof start === 'number' ? start : parseTime(start)
  if (Number.isFinite(ms)) return ms
  throw coreErrors('KW_CORE_TIME', {
    what: `start a clock at ${start}`,
    why: 'that is not a time',
    next: 'Give milliseconds since the Unix epoch, or an RFC 3339 time.',
    details: { given: start },
  })
}

function movedTwice(): Error {
  return coreErrors('KW_CORE_CLOCK_MOVING', {
    what: 'advance the virtual clock',
    why: 'it is already advancing',
    next: 'Await the first advance() before you start another; a timer must not advance the clock that runs it.',
  })
}
