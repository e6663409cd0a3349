/**
 * The periodic resync: requeues every object once per interval, at background priority. Both the interval and the delay of each
 * object have jitter, so that neither the objects nor the replicas are reconciled at the same moment.
 */
import { type Clock, type Duration, toMs } from '@kubewright/core'
import { type Random, withJitter } from '@kubewright/core/random'
import { backgroundPriority } from '@kubewright/queue'
import type { ReconcileRequests } from './reconcile-requests.ts'

export interface ResyncOptions {
  /** `undefined`: never. */
  readonly every: Duration | undefined
  readonly clock: Clock
  readonly random: Random
  /** All keys of the controller. */
  readonly keys: () => Iterable<string>
  readonly requests: Pick<ReconcileRequests, 'add'>
}

export class Resync implements Disposable {
  readonly #options: ResyncOptions
  #timer: Disposable | undefined
  #isOver = false

  constructor(options: ResyncOptions) {
    this.#options = options
  }

  start(): void {
    const { every, clock, random } = this.#options
    if (every === undefined || this.#isOver) return
    const everyMs = toMs(every)
    this.#timer = clock.schedule(withJitter(random, everyMs * 0.9, 0.2), () => {
      this.#requeue(everyMs)
      this.start()
    })
  }

  #requeue(everyMs: number): void {
    const { keys, random, requests } = this.#options
    for (const key of keys()) {
      const after = Math.floor(random.next() * everyMs * 0.1)
      requests.add(key, { type: 'resync' }, { priority: backgroundPriority, after })
    }
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#timer?.[Symbol.dispose]()
  }
}
