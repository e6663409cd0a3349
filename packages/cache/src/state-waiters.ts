/** Those who wait until something has moved. */
import { onAbort } from '@kubewright/core'

export class StateWaiters {
  readonly #waiting = new Set<() => void>()

  /** Something moved: whoever waits looks again. */
  wake(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }

  /** Resolves with the next move; rejects with the signal's reason once it is aborted. */
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
