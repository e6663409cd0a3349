/** Limits how long a run waits for real I/O, such as a file: it takes real time. */
import { systemClock } from '@kubewright/core'

/** The number of event-loop turns to wait for a reconcile that waits for real I/O. */
const busyTurns = 2_000
/** File I/O is slow on a busy machine: this much real time is allowed once in a run. */
const busyMs = 250

export class IoWait {
  #since = 0
  #leftMs = busyMs

  /** @param turns the number of event-loop turns without progress */
  mayStillCome(turns: number): boolean {
    if (turns === 0) this.#since = systemClock.elapsed()
    if (turns < busyTurns || systemClock.elapsed() - this.#since < this.#leftMs) return true
    this.#leftMs = 0
    return false
  }
}
