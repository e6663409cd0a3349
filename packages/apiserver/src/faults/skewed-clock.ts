/** A clock whose wall shows another time than it is; how long things take stays true. */
import type { Clock } from '@kubewright/core'

export class SkewedClock implements Clock {
  /** Added to what the wall shows. */
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
