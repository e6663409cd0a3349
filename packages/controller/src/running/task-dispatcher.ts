/**
 * Hands keys to the workers of a controller. Where controllers share workers, a key stays in its queue, with its priority and turn,
 * until a worker is free. Until then further changes of its object are deduplicated.
 */
import { onAbort } from '@kubewright/core/tasks'
import { type QueueOptions, type Task, WorkQueue } from '@kubewright/queue'
import type { SharedWorkers } from '../host/controller-host.ts'
import type { Reason } from '../request/reason.ts'

/** A key, and the worker assigned to it. Disposing it returns the worker, not the key. */
export interface Assignment extends Disposable {
  readonly task: Task<string, Reason>
}

export interface TaskDispatcherOptions extends QueueOptions<string> {
  readonly controller: string
  /** `undefined` if the controller has its own workers. */
  readonly workers: SharedWorkers | undefined
}

export class TaskDispatcher implements Disposable {
  readonly queue: WorkQueue<string, Reason>
  readonly #controller: string
  readonly #workers: SharedWorkers | undefined
  /** Callers waiting for a key, where workers are shared. Empty while a queued key has no taker. */
  readonly #idle = new Set<() => void>()
  #isClosed = false

  constructor({ controller, workers, observer, ...options }: TaskDispatcherOptions) {
    this.#controller = controller
    this.#workers = workers
    const waiting = (key: string, priority: number) => {
      observer?.waiting?.(key, priority)
      this.#resumeOne()
    }
    const observed = workers === undefined ? observer : { ...observer, waiting }
    this.queue = new WorkQueue<string, Reason>({
      ...options,
      ...(observed === undefined ? {} : { observer: observed }),
    })
  }

  /** Waits for a key and a worker. Resolves to `undefined` once stopped or closed. */
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
        await this.#untilResumed(stop)
        continue
      }
      const worker = await workers.borrow(this.#controller, stop)
      const task = this.queue.size === 0 ? undefined : await this.queue.take()
      if (task !== undefined) return { task, [Symbol.dispose]: () => worker[Symbol.dispose]() }
      worker[Symbol.dispose]() // another worker of this controller took the key first
    }
    return undefined
  }

  #untilResumed(stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const resume = () => {
        listening[Symbol.dispose]()
        resolve()
      }
      const listening = onAbort(stop, () => {
        this.#idle.delete(resume)
        resolve()
      })
      this.#idle.add(resume)
    })
  }

  /** Wakes one waiter per added key, to avoid a thundering herd. */
  #resumeOne(): void {
    const [first] = this.#idle
    if (first === undefined) return
    this.#idle.delete(first)
    first()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    this.queue[Symbol.dispose]()
    while (this.#idle.size > 0) this.#resumeOne()
  }
}
