/** Runs at once on the first request, then at most once per interval. Requests in between are coalesced into the latest. */
import type { Clock } from '@kubewright/core'

export class Throttle<Value> implements Disposable {
  readonly #clock: Clock
  readonly #everyMs: number
  readonly #run: (request: Value) => void
  /** Set during the interval after a run. */
  #timer: Disposable | undefined
  /** The latest request in this interval. Boxed, since a request may be `undefined`. */
  #latest: { readonly request: Value } | undefined
  #isOver = false

  /** @param run receives the latest request; must not throw */
  constructor(clock: Clock, everyMs: number, run: (request: Value) => void) {
    this.#clock = clock
    this.#everyMs = everyMs
    this.#run = run
  }

  request(request: Value): void {
    if (this.#isOver) return
    if (this.#timer !== undefined) {
      this.#latest = { request }
      return
    }
    this.#timer = this.#clock.schedule(this.#everyMs, () => this.#again())
    this.#run(request)
  }

  #again(): void {
    const latest = this.#latest
    this.#timer = this.#latest = undefined
    if (latest !== undefined) this.request(latest.request)
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#timer?.[Symbol.dispose]()
    this.#timer = this.#latest = undefined
  }
}
