/** Does something a while after it was first asked to, once, however often it is asked until then. */
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
