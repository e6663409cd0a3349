/**
 * Notices that nothing came for too long. The time counts only while somebody waits: a slow consumer is not a dead
 * connection. One timer serves all waits, so that a busy stream does not make one for each chunk.
 */
import type { Clock } from '@kubewright/core'

export class IdleGuard implements Disposable {
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #onIdle: () => void
  /** When the wait began; `undefined` while nobody waits. */
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
