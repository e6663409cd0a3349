/**
 * How long a phase of a key rotation has lasted. Kept in memory, by a clock that does not jump; a restart starts the wait again.
 * See decision 0356.
 */
export class RotationDeadline {
  #phase: string | undefined
  #since = 0

  /** How long the phase may still last; 0 if it is overdue. `phase` identifies the phase and its key. */
  remainingMs(phase: string, { limitMs, nowMs }: { readonly limitMs: number; readonly nowMs: number }): number {
    if (this.#phase !== phase) [this.#phase, this.#since] = [phase, nowMs]
    return Math.max(0, this.#since + limitMs - nowMs)
  }
}
