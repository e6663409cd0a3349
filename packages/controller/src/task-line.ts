/**
 * Where the workers of a controller get their next key. Where controllers share their workers, a key stays in its queue, with
 * its priority and its turn, until one of them is free for it: only then is it taken, and until then whatever happens to its
 * object costs no reconcile of its own.
 */
import { onAbort } from '@kubewright/core'
import { type QueueOptions, type Task, WorkQueue } from '@kubewright/queue'
import type { SharedWorkers } from './controller-host.ts'
import type { Reason } from './reason.ts'

/** A key, and a worker that may work on it. Disposing it gives the worker back, not the key. */
export interface Assignment extends Disposable {
  readonly task: Task<string, Reason>
}

export interface TaskLineOptions extends QueueOptions<string> {
  readonly controller: string
  /** `undefined` if the controller's workers are its own. */
  readonly workers: SharedWorkers | undefined
}

export class TaskLine implements Disposable {
  readonly queue: WorkQueue<string, Reason>
  readonly #controller: string
  readonly #workers: SharedWorkers | undefined
  /** Those who wait for a key, where workers are shared. There are none while a key waits that nobody comes for. */
  readonly #idle = new Set<() => void>()
  #isClosed = false

  constructor({ controller, workers, observer, ...options }: TaskLineOptions) {
    this.#controller = controller
    this.#workers = workers
    const waiting = (key: string, priority: number) => {
      observer?.waiting?.(key, priority)
      this.#callOne()
    }
    const told = workers === undefined ? observer : { ...observer, waiting }
    this.queue = new WorkQueue<string, Reason>({ ...options, ...(told === undefined ? {} : { observer: told }) })
  }

  /** Waits for a key, and for its turn. Resolves to nothing once told to stop, or closed. */
  async next(stop: AbortSignal): Promise<Assignment | undefined> {
    try {
      return this.#workers === undefined ? await this.#takeAlone(stop) : await this.#takeInTurn(this.#workers, stop)
    } catch (error) {
      if (stop.aborted) return undefined
      throw error
    }
  }

  async #takeAlone(stop: AbortSignal): Promise<Assignment | undefined> {
    const task = await this.queue.take({ signal: stop })
    return task && { task, [Symbol.dispose]: () => {} }
  }

  async #takeInTurn(workers: SharedWorkers, stop: AbortSignal): Promise<Assignment | undefined> {
    while (!stop.aborted && !this.#isClosed) {
      if (this.queue.size === 0) {
        await this.#untilCalled(stop)
        continue
      }
      const worker = await workers.borrow(this.#controller, stop)
      const task = this.queue.size === 0 ? undefined : await this.queue.take()
      if (task !== undefined) return { task, [Symbol.dispose]: () => worker[Symbol.dispose]() }
      worker[Symbol.dispose]() // another of this controller was faster
    }
    return undefined
  }

  #untilCalled(stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const called = () => {
        listening[Symbol.dispose]()
        resolve()
      }
      const listening = onAbort(stop, () => {
        this.#idle.delete(called)
        resolve()
      })
      this.#idle.add(called)
    })
  }

  /** One for each key that comes: nobody else has to look. */
  #callOne(): void {
    const [first] = this.#idle
    if (first === undefined) return
    this.#idle.delete(first)
    first()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.queue[Symbol.dispose]()
    while (this.#idle.size > 0) this.#callOne()
  }
}
