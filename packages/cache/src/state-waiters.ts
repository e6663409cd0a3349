/** Waits for the next state change. */
import { onAbort } from '@kubewright/core/tasks'

export class StateWaiters {
  readonly #waiting = new Set<() => void>()

  /** The state changed: all waiters check again. */
  wake(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }

  /** Resolves on the next change; rejects with the signal's reason when it is aborted. */
  next(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const wake = () => {
        listening?.[Symbol.dispose]()
        resolve()
      }
      const listening =
        signal &&
        onAbort(signal, () => {
          this.#waiting.delete(wake)
          reject(signal.reason as Error)
        })
      this.#waiting.add(wake)
    })
  }
}
