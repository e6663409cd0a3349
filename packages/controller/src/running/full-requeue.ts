/**
 * Requeues every object when the affected ones are unknown. At a limited rate, since it costs one reconcile per object: requests
 * within a second are coalesced.
 */
import type { Change } from '@kubewright/cache'
import type { Clock } from '@kubewright/core'
import type { Reason } from '../request/reason.ts'
import type { Enqueue } from '../triggers/triggers.ts'
import { Throttle } from './throttle.ts'

const shortestIntervalMs = 1_000

interface Cause {
  readonly reason: Reason
  readonly change: Change
}

export interface FullRequeueOptions {
  readonly clock: Clock
  /** All keys of the controller. */
  readonly keys: () => Iterable<string>
  readonly enqueue: Enqueue
}

export class FullRequeue implements Disposable {
  readonly #throttle: Throttle<Cause>

  constructor({ clock, keys, enqueue }: FullRequeueOptions) {
    this.#throttle = new Throttle(clock, shortestIntervalMs, ({ reason, change }) => {
      for (const key of keys()) enqueue(key, reason, change)
    })
  }

  requeueAll(reason: Reason, change: Change): void {
    this.#throttle.request({ reason, change })
  }

  [Symbol.dispose](): void {
    this.#throttle[Symbol.dispose]()
  }
}
