/**
 * Those who follow a source.
 *
 * Guarantees
 * - Each is told everything that happened since it was added, in order.
 * - A long list is told in slices, so that the process stays responsive.
 * - A listener that throws is reported and told the rest; one that disposes its subscription hears nothing more.
 */
import { type Clock, type KubeObject, nextTurn, TimeSlice, track } from '@kubewright/core'
import type { Change } from './change.ts'

type Listener<Object extends KubeObject> = (change: Change<Object>) => void

export class Subscribers<Object extends KubeObject> {
  readonly #clock: Clock
  readonly #report: (error: unknown) => void
  /** Replaced rather than changed: whoever is added while a change is told was given its outcome to begin with. */
  #subscriptions: readonly Subscription<Object>[] = []

  constructor(clock: Clock, report: (error: unknown) => void) {
    this.#clock = clock
    this.#report = report
  }

  get size(): number {
    return this.#subscriptions.length
  }

  /** @param initial what the listener is told first */
  add(listener: Listener<Object>, initial: readonly Change<Object>[]): Disposable {
    const subscription: Subscription<Object> = { listener, waiting: [...initial], next: 0, isTelling: false }
    this.#subscriptions = [...this.#subscriptions, subscription]
    this.#deliver(subscription)
    return {
      [Symbol.dispose]: () => {
        subscription.waiting = []
        subscription.next = 0
        this.#subscriptions = this.#subscriptions.filter((one) => one !== subscription)
      },
    }
  }

  /** What happened at once is noted for all before anybody hears of it: a listener may change the world in between. */
  tell(changes: readonly Change<Object>[]): void {
    const subscriptions = this.#subscriptions
    for (const subscription of subscriptions) note(subscription, changes)
    for (const subscription of subscriptions) this.#deliver(subscription)
  }

  /** How many changes wait to be told. */
  get waiting(): number {
    return this.#subscriptions.reduce((sum, { waiting, next }) => sum + waiting.length - next, 0)
  }

  #deliver(subscription: Subscription<Object>): void {
    if (subscription.isTelling || subscription.waiting.length === 0) return
    subscription.isTelling = true
    if (!this.#tellSlice(subscription)) void track('tell followers of a cache', this.#tellRest(subscription))
  }

  async #tellRest(subscription: Subscription<Object>): Promise<void> {
    do await nextTurn()
    while (!this.#tellSlice(subscription))
  }

  /** Tells for a while. Returns whether nothing waits any more. */
  #tellSlice(subscription: Subscription<Object>): boolean {
    const slice = new TimeSlice(this.#clock)
    while (subscription.next < subscription.waiting.length) {
      if (slice.isOver) return false
      this.#tellOne(subscription, subscription.waiting[subscription.next++]!)
    }
    subscription.waiting = []
    subscription.next = 0
    subscription.isTelling = false
    return true
  }

  #tellOne({ listener }: Subscription<Object>, change: Change<Object>): void {
    try {
      listener(change)
    } catch (error) {
      this.#report(error)
    }
  }
}

function note<Object extends KubeObject>(subscription: Subscription<Object>, changes: readonly Change<Object>[]): void {
  // One by one only where some wait already: a first list has as many as there are objects.
  if (subscription.waiting.length === 0) subscription.waiting = changes.slice()
  else for (const change of changes) subscription.waiting.push(change)
}

interface Subscription<Object extends KubeObject> {
  readonly listener: Listener<Object>
  /** What it has not heard yet begins at `next`. */
  waiting: Change<Object>[]
  next: number
  isTelling: boolean
}
