/** Does something when asked: at once, and then no more often than once in a while, however often it is asked. */
import type { Clock } from '@kubewright/core'

export class AtMostEvery<Occasion> implements Disposable {
  readonly #clock: Clock
  readonly #everyMs: number
  readonly #run: (occasion: Occasion) => void
  /** Runs while it is too soon for another time. */
  #timer: Disposable | undefined
  /** The latest it was asked on since then, in a box of its own: it may be anything. */
  #asked: { readonly occasion: Occasion } | undefined
  #isOver = false

  /** @param run is told on which occasion it was asked last; must not throw */
  constructor(clock: Clock, everyMs: number, run: (occasion: Occasion) => void) {
    this.#clock = clock
    this.#everyMs = everyMs
    this.#run = run
  }

  ask(occasion: Occasion): void {
    if (this.#isOver) return
    if (this.#timer !== undefined) {
      this.#asked = { occasion }
      return
    }
    this.#timer = this.#clock.schedule(this.#everyMs, () => this.#again())
    this.#run(occasion)
  }

  #again(): void {
    const asked = this.#asked
    this.#timer = this.#asked = undefined
    if (asked !== undefined) this.ask(asked.occasion)
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#timer?.[Symbol.dispose]()
    this.#timer = this.#asked = undefined
  }
}
