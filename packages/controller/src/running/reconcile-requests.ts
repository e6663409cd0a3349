/**
 * The requests to reconcile: queued while the controller works, collected in the standby backlog otherwise.
 *
 * Guarantees
 * - A request is in exactly one of the two until a worker takes it.
 * - On standby nothing is kept of an object that is gone.
 */
import { type AddOptions, backgroundPriority, type WorkQueue } from '@kubewright/queue'
import type { Reason } from '../request/reason.ts'
import { StandbyBacklog } from '../triggers/standby-backlog.ts'
import type { Enqueue } from '../triggers/triggers.ts'

export class ReconcileRequests {
  readonly #queue: Pick<WorkQueue<string, Reason>, 'add'>
  readonly #isGone: (key: string) => boolean
  /** Empty while the controller works. */
  readonly #backlog = new StandbyBacklog()
  /** When the first change arrived that a key has not been reconciled for, as `clock.elapsed()`. */
  readonly #arrivals = new Map<string, number>()
  #isWorking = false

  constructor(queue: Pick<WorkQueue<string, Reason>, 'add'>, isGone: (key: string) => boolean) {
    this.#queue = queue
    this.#isGone = isGone
  }

  add(key: string, reason: Reason, how: Pick<AddOptions<Reason>, 'priority' | 'after'> = {}): void {
    if (this.#isWorking) this.#queue.add(key, { ...how, reason })
    else if (this.#isGone(key)) this.#forget(key)
    else this.#backlog.add(key, reason, how.priority === backgroundPriority)
  }

  /** Objects of the initial list have background priority. */
  readonly addForChange: Enqueue = (key, reason, { isInitial, heardAt }) => {
    if (!this.#arrivals.has(key)) this.#arrivals.set(key, heardAt)
    this.add(key, reason, isInitial ? { priority: backgroundPriority } : {})
  }

  /** When the first change of the key arrived; `undefined` if no change led to it. A later change counts anew. */
  takeArrival(key: string): number | undefined {
    const arrivedAt = this.#arrivals.get(key)
    this.#arrivals.delete(key)
    return arrivedAt
  }

  /** The controller works from now on. Queues the backlog. */
  begin(): void {
    this.#isWorking = true
    for (const [key, { reasons, isBackground }] of this.#backlog.takeAll()) {
      for (const reason of reasons) this.add(key, reason, isBackground ? { priority: backgroundPriority } : {})
    }
  }

  /** The controller is on standby from now on. */
  end(): void {
    this.#isWorking = false
  }

  #forget(key: string): void {
    this.#backlog.forget(key)
    this.#arrivals.delete(key)
  }
}
