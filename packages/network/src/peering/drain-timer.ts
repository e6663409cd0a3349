/**
 * Waits until packets that were sent before everybody moved to another device have arrived: a device whose key changes, or that closes,
 * drops what comes later. Kept in memory; after a restart the wait begins anew.
 */

/** Longer than packets stay in the queues between two gateways. */
export const drainMs = 2_000

export class DrainTimer {
  #phase: string | undefined
  #since = 0

  /**
   * How long the phase still has to last; 0 if it may end, `undefined` as long as not everybody has moved. `phase` names the phase and
   * its key: the wait for one says nothing about the next.
   */
  remainingMs(phase: string, { isComplete, nowMs }: { isComplete: boolean; nowMs: number }): number | undefined {
    if (!isComplete) this.#phase = undefined
    else if (this.#phase !== phase) [this.#phase, this.#since] = [phase, nowMs]
    return isComplete ? Math.max(0, this.#since + drainMs - nowMs) : undefined
  }
}
