/**
 * Slows down a restart loop: an operator that writes a file among its own sources at every start. A person who saves often is
 * not slowed down noticeably.
 */
import type { Clock } from '@kubewright/core'

/** A change this soon after a start may be caused by the start. */
const soonMs = 3_000
/** More in a row than this are a loop. */
const tolerated = 5
const pauseMs = 10_000

export class RestartThrottle {
  readonly #clock: Clock
  #startedAt: number | undefined
  #soon = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  started(): void {
    this.#startedAt = this.#clock.elapsed()
  }

  /** Call at each change. Returns how long to wait before the restart. */
  pause(): number {
    const isSoon = this.#startedAt !== undefined && this.#clock.elapsed() - this.#startedAt < soonMs
    this.#soon = isSoon ? this.#soon + 1 : 0
    return this.#soon > tolerated ? pauseMs : 0
  }
}
