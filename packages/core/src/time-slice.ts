/** How long one part of a program works in one go. Much work is done in slices, and everybody else has their turn in between. */
import type { Clock } from './clock.ts'
import { nextTurn } from './turn.ts'

const sliceMs = 8

/**
 * A slice of eight milliseconds. Ask `isOver` between two pieces of work that wait for nothing; then `next` lets timers, requests
 * and everybody else run.
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
  /** What those wait for whose slice is over. */
  #turn: Promise<void> | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#now = clock.elapsed()
    this.#until = this.#now + sliceMs
  }

  /** When somebody last asked whether it is over: looking at the clock again for each of many events is not for free. */
  get now(): number {
    return this.#now
  }

  /** What was waited for is there. If that took as long as a slice, others had their turn, and the next one begins. */
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
   * Lets others run; then the next slice begins, unless one of them aborted the signal. Those who share a slice wait for one turn
   * together: with a turn for each, each of them would work for a whole slice in it.
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
