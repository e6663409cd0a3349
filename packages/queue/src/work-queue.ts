/**
 * The work queue. Its guarantees are in `queue.ts`, its state machine in `key-states.ts`. This class adds time and waiting
 * workers.
 *
 * @example
 * ```ts
 * const queue = new WorkQueue<string>()
 * queue.add('default/blog', { reason: 'spec changed' })
 * queue.add('default/blog', { reason: 'Deployment changed' })
 * queue.size // => 1
 *
 * const task = await queue.take()
 * task?.reasons // => ['spec changed', 'Deployment changed']
 * task?.[Symbol.dispose]() // `using task = await queue.take()` does this for you
 * queue.close()
 * ```
 */
import type { Clock } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import { Ageing } from './ageing.ts'
import { Alarm } from './alarm.ts'
import { Backoff } from './backoff.ts'
import type { Entry } from './entry.ts'
import { assertOption } from './errors.ts'
import { guardedObserver } from './guarded-observer.ts'
import { KeyStates } from './key-states.ts'
import { Link, LinkedList } from './linked-list.ts'
import { type AddOptions, PendingRequests } from './pending-request.ts'
import type { OnClose, Queue, TakeOptions } from './queue.ts'
import { type QueueOptions, queueDefaults } from './queue-options.ts'
import type { QueueSnapshot, SnapshotOptions } from './snapshot.ts'
import { type Lender, Loan, type Task } from './task.ts'
import { TokenBucket } from './token-bucket.ts'

type Worker<Key, Reason> = (task: Task<Key, Reason> | undefined) => void

/** The in-memory implementation of `Queue`. */
export class WorkQueue<Key, Reason = string> implements Queue<Key, Reason> {
  readonly #clock: Clock
  readonly #states: KeyStates<Key, Reason>
  readonly #rate: TokenBucket | undefined

  /** Fires no later than the next key is due, or the next token is available if workers wait for one. */
  readonly #alarm: Alarm

  /** Waiting workers. There are none while a key waits, unless the rate limit is exhausted. */
  readonly #idle = new LinkedList<Worker<Key, Reason>>()

  /** Callers of `drain`, resolved when the queue is closed and no key waits or runs. */
  readonly #drainers: (() => void)[] = []

  readonly #lender: Lender<Entry<Key, Reason>, Reason> = {
    handBack: (entry, outcome) => {
      const now = this.#clock.elapsed()
      this.#states.handBack(entry, outcome, now)
      this.#dispatch(now)
    },
  }

  constructor(options: QueueOptions<Key> = {}) {
    const { clock = queueDefaults.clock, random = queueDefaults.random, observer = {} } = options
    const { backoff, ageing, debounce, rate, reasonLimit = queueDefaults.reasonLimit } = options
    for (const name of ['idOf', 'fairBy'] as const) {
      assertOption(name, options[name], ['undefined', 'function'].includes(typeof options[name]), 'a function')
    }
    this.#clock = clock
    this.#states = new KeyStates({
      idOf: options.idOf ?? itself,
      groupOf: options.fairBy ?? together,
      observer: guardedObserver(observer),
      requests: new PendingRequests(debounce, reasonLimit),
      backoff: new Backoff({ ...queueDefaults.backoff, ...backoff }, random),
      ageing: new Ageing(ageing === false ? undefined : { ...queueDefaults.ageing, ...ageing }),
    })
    this.#rate = rate && new TokenBucket(rate)
    this.#alarm = new Alarm(clock, () => this.#wake())
  }

  get size(): number {
    return this.#states.waiting
  }

  add(key: Key, options: AddOptions<Reason> = {}): void {
    const now = this.#clock.elapsed()
    this.#states.add(key, options, now)
    this.#dispatch(now)
  }

  take({ signal }: TakeOptions = {}): Promise<Task<Key, Reason> | undefined> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    const now = this.#clock.elapsed()
    if (this.#idle.size === 0 && this.#mayHandOut(now)) return Promise.resolve(this.#handOut(now))
    return new Promise((resolve, reject) => {
      this.#idle.push(signal === undefined ? new Link(resolve) : this.#leavingLink(signal, resolve, reject))
      this.#dispatch(now)
    })
  }

  close(waiting: OnClose = 'work'): void {
    const now = this.#clock.elapsed()
    this.#states.close(waiting, now)
    this.#dispatch(now)
  }

  drain(waiting: OnClose = 'work'): Promise<void> {
    return new Promise((resolve) => {
      this.#drainers.push(resolve)
      this.close(waiting)
    })
  }

  snapshot({ limit = 100 }: SnapshotOptions = {}): QueueSnapshot<Key, Reason> {
    assertOption('limit', limit, limit >= 0, 'a number from 0 upwards')
    const seen = this.#states.see(this.#clock.elapsed(), limit)
    return { isClosed: this.#states.isClosed, idleWorkers: this.#idle.size, ...seen }
  }

  [Symbol.dispose](): void {
    this.close('drop')
  }

  #wake(): void {
    const now = this.#clock.elapsed()
    this.#states.release(now)
    this.#dispatch(now)
  }

  /** Called after every change: hands waiting keys to idle workers, as far as the rate allows, and sets the alarm. */
  #dispatch(now: number): void {
    while (this.#idle.size > 0 && this.#mayHandOut(now)) this.#idle.shift()!(this.#handOut(now))
    if (this.#states.isClosed) this.#dismiss()
    const isThrottled = this.#idle.size > 0 && this.#states.waiting > 0
    this.#alarm.set(Math.min(this.#states.nextAt, isThrottled ? this.#rate!.nextAt : Infinity), now)
  }

  /** The link of a worker that stops waiting when its signal is aborted. */
  #leavingLink(
    signal: AbortSignal,
    resolve: Worker<Key, Reason>,
    reject: (reason: unknown) => void,
  ): Link<Worker<Key, Reason>> {
    const link = new Link<Worker<Key, Reason>>((task) => {
      listening[Symbol.dispose]()
      resolve(task)
    })
    const listening = onAbort(signal, () => {
      this.#idle.remove(link)
      this.#dispatch(this.#clock.elapsed())
      reject(signal.reason)
    })
    return link
  }

  /** Spends a token, so `true` must be followed by a hand-out. */
  #mayHandOut(now: number): boolean {
    return this.#states.waiting > 0 && (this.#rate?.spend(now) ?? true)
  }

  #handOut(now: number): Task<Key, Reason> {
    const entry = this.#states.handOut(now)
    return new Loan(entry, this.#lender)
  }

  /** Resolves idle workers and `drain` callers once nothing more can happen. */
  #dismiss(): void {
    if (this.#states.waiting > 0) return
    while (this.#idle.size > 0) this.#idle.shift()!(undefined)
    if (this.#states.running > 0) return
    for (const resolve of this.#drainers.splice(0)) resolve()
  }
}

function itself<Key>(key: Key): Key {
  return key
}

/** One group for all. */
function together(): string {
  return ''
}
