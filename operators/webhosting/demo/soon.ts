/** Runs an action once, after a delay from the first request. Further requests until then are coalesced. */
import { systemClock } from '@kubewright/core'

export class Soon implements Disposable {
  readonly #afterMs: number
  readonly #run: () => void
  #timer: Disposable | undefined

  constructor(afterMs: number, run: () => void) {
    this.#afterMs = afterMs
    this.#run = run
  }

  ask(): void {
    this.#timer ??= systemClock.schedule(this.#afterMs, () => {
      this.#timer = undefined
      this.#run()
    })
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
  }
}
