/** Detects inactivity. Cheap to touch: there is at most one timer, and it is not rescheduled. */
import type { Clock } from '@kubewright/core'

export class SilenceAlarm implements Disposable {
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #onSilence: () => void
  #lastSoundMs: number
  #timer: Disposable

  constructor(clock: Clock, limitMs: number, onSilence: () => void) {
    this.#clock = clock
    this.#limitMs = limitMs
    this.#onSilence = onSilence
    this.#lastSoundMs = clock.elapsed()
    this.#timer = this.#armed(limitMs)
  }

  /** Records activity. */
  touch(): void {
    this.#lastSoundMs = this.#clock.elapsed()
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]()
  }

  #armed(ms: number): Disposable {
    return this.#clock.schedule(ms, () => {
      const leftMs = this.#lastSoundMs + this.#limitMs - this.#clock.elapsed()
      if (leftMs > 0) this.#timer = this.#armed(leftMs)
      else this.#onSilence()
    })
  }
}
