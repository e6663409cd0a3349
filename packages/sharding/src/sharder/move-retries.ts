/** Failed writes of each object, and their retries with back-off. */
import type { Clock } from '@kubewright/core'
import { backOffMs } from '@kubewright/core/time'

const firstRetryMs = 500
const longestRetryMs = 30_000

export class MoveRetries implements Disposable {
  readonly #clock: Clock
  readonly #failures = new Map<string, number>()
  readonly #timers = new Set<Disposable>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  failuresOf(uid: string): number {
    return this.#failures.get(uid) ?? 0
  }

  /** Returns the number of failures in a row. */
  noteFailure(uid: string): number {
    const failures = this.failuresOf(uid) + 1
    this.#failures.set(uid, failures)
    return failures
  }

  /** A write succeeded, or the object is gone. */
  clear(uid: string): void {
    this.#failures.delete(uid)
  }

  /** Calls back after a delay that grows with the failures. */
  schedule(uid: string, retry: () => void): void {
    const timer = this.#clock.schedule(backOffMs(this.failuresOf(uid), firstRetryMs, longestRetryMs), () => {
      this.#timers.delete(timer)
      retry()
    })
    this.#timers.add(timer)
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) timer[Symbol.dispose]()
    this.#timers.clear()
  }
}
