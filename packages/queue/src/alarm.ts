/** One timer, however many things wait for one. */
import type { Clock } from '@kubewright/core'

export class Alarm {
  readonly #clock: Clock
  readonly #ring: () => void
  #timer: Disposable | undefined
  /** When `#timer` rings; `Infinity` without one. Never later than what was last asked for. */
  #at = Infinity

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  /**
   * Rings at `at` or earlier; never, if that is `Infinity`. A timer that rings too early is left alone: the one who is
   * woken finds nothing due and sets the alarm anew, which is cheaper than a new timer each time something moves back.
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
