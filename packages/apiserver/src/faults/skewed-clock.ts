/** A clock whose wall time is shifted; elapsed time is not. */
import type { Clock } from '@kubewright/core'

/** A clock that is ahead of another, or behind it. */
export class SkewedClock implements Clock {
  /** Added to the wall time. */
  skewMs = 0
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now() + this.skewMs
  }

  elapsed(): number {
    return this.#clock.elapsed()
  }

  schedule(ms: number, run: () => void): Disposable {
    return this.#clock.schedule(ms, run)
  }
}
