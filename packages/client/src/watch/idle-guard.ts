/**
 * Detects an idle stream. Time counts only while a read is pending: a slow consumer is not a dead connection. One timer serves all reads,
 * so that a busy stream does not create one per chunk.
 */
import type { Clock } from '@kubewright/core'

export class IdleGuard implements Disposable {
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #onIdle: () => void
  /** When the pending read began; `undefined` if there is none. */
  #since: number | undefined
  #timer: Disposable

  constructor(clock: Clock, limitMs: number, onIdle: () => void) {
    this.#clock = clock
    this.#limitMs = limitMs
    this.#onIdle = onIdle
    this.#timer = clock.schedule(limitMs, this.#check)
  }

  wait(): void {
    this.#since = this.#clock.elapsed()
  }

  arrived(): void {
    this.#since = undefined
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]()
  }

  readonly #check = (): void => {
    const waited = this.#since === undefined ? 0 : this.#clock.elapsed() - this.#since
    if (waited >= this.#limitMs) this.#onIdle()
    else this.#timer = this.#clock.schedule(this.#limitMs - waited, this.#check)
  }
}
