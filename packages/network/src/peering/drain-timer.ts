/**
 * Waits until packets that were sent before all peers moved to another device have arrived: a device that is re-keyed or removed drops
 * later ones. Kept in memory; a restart starts the wait again.
 */

/** Longer than packets stay in the queues between two gateways. */
export const drainMs = 2_000

export class DrainTimer {
  #phase: string | undefined
  #since = 0

  /**
   * How long the phase must still last; 0 if it may end, `undefined` until all peers have moved. `phase` identifies the phase and its key:
   * a
   * wait for one does not count for the next.
   */
  remainingMs(phase: string, { isComplete, nowMs }: { isComplete: boolean; nowMs: number }): number | undefined {
    if (!isComplete) this.#phase = undefined
    else if (this.#phase !== phase) [this.#phase, this.#since] = [phase, nowMs]
    return isComplete ? Math.max(0, this.#since + drainMs - nowMs) : undefined
  }
}
