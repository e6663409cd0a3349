/** Bounds how long a task blocks the event loop. Long work runs in slices and yields in between. */
import type { Clock } from './clock.ts'
import { nextTurn } from './turn.ts'

const sliceMs = 8

/**
 * A slice of eight milliseconds. Check `isOver` between two synchronous pieces of work; then `next` yields to timers, requests and
 * other tasks.
 *
 * @example
 * ```ts
 * const slice = new TimeSlice(systemClock)
 * let sum = 0
 * for (let piece = 0; piece < 1_000; piece++) {
 *   sum += piece
 *   if (slice.isOver) await slice.next()
 * }
 * sum // => 499500
 * ```
 */
export class TimeSlice {
  readonly #clock: Clock
  #until: number
  #now: number
  /** The pending turn that tasks with an expired slice await. */
  #turn: Promise<void> | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#now = clock.elapsed()
    this.#until = this.#now + sliceMs
  }

  /** The time of the last check, memoized: reading the clock again for each of many events is expensive. */
  get now(): number {
    return this.#now
  }

  /** Call after an await. If it took longer than a slice, other tasks have run, and a new slice begins. */
  resume(): void {
    const now = this.#clock.elapsed()
    if (now - this.#now > sliceMs) this.#until = now + sliceMs
    this.#now = now
  }

  get isOver(): boolean {
    this.#now = this.#clock.elapsed()
    return this.#now > this.#until
  }

  /**
   * Yields to other tasks; then the next slice begins, unless the signal was aborted meanwhile. Tasks that share a slice await one turn
   * together: with a turn each, each of them would run for a whole slice in it.
   */
  async next(signal?: AbortSignal): Promise<void> {
    this.#turn ??= this.#begin()
    await this.#turn
    signal?.throwIfAborted()
  }

  async #begin(): Promise<void> {
    await nextTurn()
    this.#turn = undefined
    this.#now = this.#clock.elapsed()
    this.#until = this.#now + sliceMs
  }
}
