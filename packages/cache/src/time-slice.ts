/** How long this package works in one go. Much work is done in slices, and everybody else has their turn in between. */
import { type Clock, nextTurn } from '@kubewright/core'

const sliceMs = 8

export class TimeSlice {
  readonly #clock: Clock
  #until: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#until = clock.elapsed() + sliceMs
  }

  get isOver(): boolean {
    return this.#clock.elapsed() > this.#until
  }

  /** Lets others run; then the next slice begins, unless one of them aborted the signal. */
  async next(signal?: AbortSignal): Promise<void> {
    await nextTurn()
    signal?.throwIfAborted()
    this.#until = this.#clock.elapsed() + sliceMs
  }
}
