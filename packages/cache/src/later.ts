/** At most one piece of work that is due later, unless it is disposed before. */
import type { Clock } from '@kubewright/core'

export class Later implements Disposable {
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
