/**
 * Spaces runs that many events ask for: the first runs at once, and what comes soon after it is done together, after a pause. Two hundred
 * peers that arrive within a second then cost a few runs, and a single one waits for nothing.
 */

export class Pace {
  readonly #pauseMs: number
  #endedAtMs = Number.NEGATIVE_INFINITY

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs
  }

  /** How long the next run has to wait; 0 if it may begin. */
  remainingMs(nowMs: number): number {
    return Math.max(0, Math.ceil(this.#endedAtMs + this.#pauseMs - nowMs))
  }

  /** A run has ended. */
  ended(nowMs: number): void {
    this.#endedAtMs = nowMs
  }
}
