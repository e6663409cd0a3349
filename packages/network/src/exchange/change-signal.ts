/** Latches a change until a waiter consumes it. */
import { onAbort } from '@kubewright/core/tasks'

export class ChangeSignal implements Disposable {
  readonly #listener: Disposable
  readonly #until: AbortSignal
  #isRaised = false
  #wake: (() => void) | undefined

  /** Waiting ends when `until` is aborted. */
  constructor(until: AbortSignal) {
    this.#until = until
    this.#listener = onAbort(until, () => this.#wake?.())
  }

  raise(): void {
    this.#isRaised = true
    this.#wake?.()
  }

  /** Resolves at the first change since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isRaised && !this.#until.aborted) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#wake = undefined
    this.#isRaised = false
  }

  [Symbol.dispose](): void {
    this.#listener[Symbol.dispose]()
  }
}
