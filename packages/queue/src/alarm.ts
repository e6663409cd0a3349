/** A single timer for any number of waiting keys. */
import type { Clock } from '@kubewright/core'

export class Alarm {
  readonly #clock: Clock
  readonly #ring: () => void
  #timer: Disposable | undefined
  /** When `#timer` fires; `Infinity` without one. Never later than the last requested time. */
  #at = Infinity

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  /**
   * Fires at `at` or earlier; never, if that is `Infinity`. A timer that fires too early is kept: the callback finds nothing
   * due and sets the alarm again, which is cheaper than a new timer each time the next due time moves back.
   */
  set(at: number, now: number): void {
    if (at === Infinity) return this.#cancel()
    if (this.#at <= at) return
    this.#cancel()
    this.#at = at
    this.#timer = this.#clock.schedule(at - now, () => {
      this.#timer = undefined
      this.#at = Infinity
      this.#ring()
    })
  }

  #cancel(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
    this.#at = Infinity
  }
}
