import type { RequestScope } from '../transport.ts'

/**
 * Limits the number of requests in flight. Waiters are served in FIFO order.
 *
 * Guarantees
 * - Never more than `limit` permits are out.
 * - A released permit goes to the longest waiter.
 * - An aborted waiter leaves the queue at once; no permit is lost.
 */
export class InFlightLimit {
  readonly #limit: number
  #out = 0
  /** Insertion order is the order of arrival. Non-empty only while `#out` is at the limit. */
  readonly #line = new Set<() => void>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes a permit, waiting if necessary. Return it with `release`. Rejects with the scope's reason. */
  acquire(scope: RequestScope): Promise<void> | undefined {
    if (this.#out >= this.#limit) return this.#wait(scope)
    this.#out++
    return undefined // nothing to await: the common case costs no microtask
  }

  release(): void {
    const [next] = this.#line
    if (next === undefined) {
      this.#out--
      return
    }
    this.#line.delete(next)
    next() // the permit is handed over; the count stays
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
