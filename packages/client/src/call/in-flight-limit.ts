import type { RequestScope } from '../transport.ts'

/**
 * How many requests may be under way at once. Those that wait get their turn in the order they came.
 *
 * Guarantees
 * - Never more than `limit` permits are out.
 * - A permit that is given back goes to the one who waited longest.
 * - Whoever stops waiting leaves the line at once; no permit is lost.
 */
export class InFlightLimit {
  readonly #limit: number
  #out = 0
  /** Insertion order is the order of arrival. Non-empty only while `#out` is at the limit. */
  readonly #line = new Set<() => void>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes a permit, waiting for it if need be. Give it back with `release`. Rejects with the scope's reason. */
  acquire(scope: RequestScope): Promise<void> | undefined {
    if (this.#out >= this.#limit) return this.#wait(scope)
    this.#out++
    return undefined // nothing to await: the usual case costs no turn of the event loop
  }

  release(): void {
    const [next] = this.#line
    if (next === undefined) {
      this.#out--
      return
    }
    this.#line.delete(next)
    next() // the permit changes hands; the count stays
  }

  #wait(scope: RequestScope): Promise<void> {
    return new Promise((resolve, reject) => {
      if (scope.aborted) return reject(scope.reason)
      const enter = () => {
        listening[Symbol.dispose]()
        resolve()
      }
      this.#line.add(enter)
      const listening = scope.onAbort(() => {
        this.#line.delete(enter)
        reject(scope.reason)
      })
    })
  }
}
