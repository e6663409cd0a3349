/** Rate limiter: runs at once on the first request, then at most once per interval. Requests in between are coalesced. */
import type { Clock } from '@kubewright/core'

export class AtMostEvery<Occasion> implements Disposable {
  readonly #clock: Clock
  readonly #everyMs: number
  readonly #run: (occasion: Occasion) => void
  /** Set during the interval after a run. */
  #timer: Disposable | undefined
  /** The latest request in this interval. Boxed, since an occasion may be `undefined`. */
  #asked: { readonly occasion: Occasion } | undefined
  #isOver = false

  /** @param run receives the latest occasion; must not throw */
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
