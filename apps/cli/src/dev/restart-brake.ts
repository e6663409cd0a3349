/**
 * Slows down an operator that starts itself anew for ever: one that writes a file among its own sources at every start. A person
 * who saves often is not slowed down noticeably.
 */
import type { Clock } from '@kubewright/core'

/** A change so soon after a start is one that the start may have made. */
const soonMs = 3_000
/** So many in a row are no coincidence. */
const tolerated = 5
const pauseMs = 10_000

export class RestartBrake {
  readonly #clock: Clock
  #startedAt: number | undefined
  #soon = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  started(): void {
    this.#startedAt = this.#clock.elapsed()
  }

  /** To be asked at each change: how long to wait before the operator is begun anew. */
  pause(): number {
    const isSoon = this.#startedAt !== undefined && this.#clock.elapsed() - this.#startedAt < soonMs
    this.#soon = isSoon ? this.#soon + 1 : 0
    return this.#soon > tolerated ? pauseMs : 0
  }
}
