/**
 * Debounces runs: the first runs immediately, and events soon after it are batched after a pause. Two hundred peers that arrive within a
 * second then cost a few runs, and a single one is not delayed.
 * See decision 0350.
 */

export class Debounce {
  readonly #pauseMs: number
  #endedAtMs = Number.NEGATIVE_INFINITY

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs
  }

  /** The delay until the next run; 0 if it may start. */
  remainingMs(nowMs: number): number {
    return Math.max(0, Math.ceil(this.#endedAtMs + this.#pauseMs - nowMs))
  }

  /** Records the end of a run. */
  ended(nowMs: number): void {
    this.#endedAtMs = nowMs
  }
}
