/** How long a run waits for something that is real, such as a file: it takes real time. */
import { systemClock } from '@kubewright/core'

/** So many turns of the event loop a reconcile is waited for that waits for something real itself. */
const busyTurns = 2_000
/** A file takes its time on a busy machine: so long once in a run. */
const busyMs = 250

export class OutsideWait {
  #since = 0
  #leftMs = busyMs

  /** @param turns how many turns of the event loop nothing has come */
  mayStillCome(turns: number): boolean {
    if (turns === 0) this.#since = systemClock.elapsed()
    if (turns < busyTurns || systemClock.elapsed() - this.#since < this.#leftMs) return true
    this.#leftMs = 0
    return false
  }
}
