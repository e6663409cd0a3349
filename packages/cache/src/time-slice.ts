/** How long this package works in one go. Much work is done in slices, and everybody else has their turn in between. */
import { type Clock, nextTurn } from '@kubewright/core'

const sliceMs = 8

export class TimeSlice {
  readonly #clock: Clock
  #until: number
  #now: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#now = clock.elapsed()
    this.#until = this.#now + sliceMs
  }

  /** When somebody last asked whether it is over: looking at the clock again for each of many events is not for free. */
  get now(): number {
    return this.#now
  }

  /** What was waited for is there. If that took as long as a slice, others had their turn, and the next one begins. */
  resume(): void {
    const now = this.#clock.elapsed()
    if (now - this.#now > sliceMs) this.#until = now + sliceMs
    this.#now = now
  }

  get isOver(): boolean {
    this.#now = this.#clock.elapsed()
    return this.#now > this.#until
  }

  /** Lets others run; then the next slice begins, unless one of them aborted the signal. */
  async next(signal?: AbortSignal): Promise<void> {
    await nextTurn()
    signal?.throwIfAborted()
    this.#now = this.#clock.elapsed()
    this.#until = this.#now + sliceMs
  }
}
