/** A timer for at most one callback, cancelled by dispose. */
import type { Clock } from '@kubewright/core'

export class SingleTimer implements Disposable {
  readonly #clock: Clock
  #timer: Disposable | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  schedule(ms: number, run: () => void): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = this.#clock.schedule(ms, run)
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
  }
}
