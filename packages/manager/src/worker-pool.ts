/**
 * The worker pool shared by the controllers of a manager, where it limits concurrent reconciles.
 *
 * Guarantees
 * - Never more workers are lent than there are.
 * - A free worker goes to the controller that has the fewest now; among equals to the one that has waited longest for its turn. So no
 *   controller starves behind another's backlog, however long its reconciles take.
 * - No worker is idle while a controller waits for one.
 *
 * See decision 0144.
 */
import type { SharedWorkers } from '@kubewright/controller/host'
import { onAbort } from '@kubewright/core/tasks'

type Waiter = (worker: Disposable) => void

export class WorkerPool implements SharedWorkers {
  readonly #size: number
  #lent = 0
  /** Workers lent to each controller; no entry if none. */
  readonly #having = new Map<string, number>()
  /** Waiters in order of arrival, by controller in order of turns. No set is empty. */
  readonly #lines = new Map<string, Set<Waiter>>()

  constructor(size: number) {
    this.#size = size
  }

  /** How many are lent. */
  get lent(): number {
    return this.#lent
  }

  borrow(controller: string, signal: AbortSignal): Promise<Disposable> {
    if (signal.aborted) return Promise.reject(signal.reason as Error)
    // If there are waiters, all workers are lent.
    if (this.#lent < this.#size) return Promise.resolve(this.#lend(controller))
    return new Promise((resolve, reject) => {
      const waiter: Waiter = (worker) => {
        listening[Symbol.dispose]()
        resolve(worker)
      }
      const listening = onAbort(signal, () => {
        this.#leave(controller, waiter)
        reject(signal.reason as Error)
      })
      this.#line(controller).add(waiter)
    })
  }

  #lend(controller: string): Disposable {
    this.#lent++
    this.#having.set(controller, (this.#having.get(controller) ?? 0) + 1)
    let isBack = false
    return {
      [Symbol.dispose]: () => {
        if (isBack) return
        isBack = true
        this.#takeBack(controller)
      },
    }
  }

  #takeBack(controller: string): void {
    this.#lent--
    const left = this.#having.get(controller)! - 1
    if (left > 0) this.#having.set(controller, left)
    else this.#having.delete(controller)
    this.#serveNext()
  }

  #serveNext(): void {
    const controller = this.#next()
    if (controller === undefined) return
    const line = this.#lines.get(controller)!
    const [first] = line
    line.delete(first!)
    // Moves it to the end of the round-robin order.
    this.#lines.delete(controller)
    if (line.size > 0) this.#lines.set(controller, line)
    first!(this.#lend(controller))
  }

  #next(): string | undefined {
    let next: string | undefined
    for (const controller of this.#lines.keys()) {
      if (next === undefined || this.#has(controller) < this.#has(next)) next = controller
    }
    return next
  }

  #has(controller: string): number {
    return this.#having.get(controller) ?? 0
  }

  #line(controller: string): Set<Waiter> {
    const line = this.#lines.get(controller) ?? new Set()
    this.#lines.set(controller, line)
    return line
  }

  #leave(controller: string, waiter: Waiter): void {
    const line = this.#lines.get(controller)
    line?.delete(waiter)
    if (line?.size === 0) this.#lines.delete(controller)
  }
}
