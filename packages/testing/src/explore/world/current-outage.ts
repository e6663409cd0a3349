/** The current outage, which begins with the first call or watch that it affects, and the watches that it broke. */
import { endOf, type Outage } from '../plan/outages.ts'
import { formatOutage } from '../plan/plan.ts'
import type { Trace } from '../trace/trace.ts'
import type { FootprintRecorder } from './footprint-recorder.ts'

export class CurrentOutage {
  readonly #trace: Trace
  readonly #footprints: FootprintRecorder
  #outage: Outage | undefined
  /** The labels of the watches: they are reopened with back-off. */
  readonly #brokenWatches = new Set<string>()

  constructor(trace: Trace, footprints: FootprintRecorder) {
    this.#trace = trace
    this.#footprints = footprints
  }

  get isLasting(): boolean {
    return this.#outage !== undefined
  }

  get hasBrokenWatches(): boolean {
    return this.#brokenWatches.size > 0
  }

  /** Marks an outage as begun. */
  begin(outage: Outage): void {
    if (this.#outage === undefined) this.#trace.note(`from here on ${formatOutage(outage)}`)
    this.#outage = outage
    this.#footprints.touchAll()
  }

  /** Ends the outage if it lasts until this step of the user, or an earlier one. */
  endBy(step: number): void {
    if (this.#outage === undefined || endOf(this.#outage) > step) return
    this.#trace.note(`the outage is over: ${formatOutage(this.#outage)}`)
    this.#outage = undefined
  }

  addBrokenWatch(label: string): void {
    this.#brokenWatches.add(label)
  }

  /** A watch was opened again. Labels of other calls have no effect. */
  removeBrokenWatch(label: string): void {
    this.#brokenWatches.delete(label)
  }

  /** The instance that would reopen them is gone. */
  clearBrokenWatches(): void {
    this.#brokenWatches.clear()
  }
}
