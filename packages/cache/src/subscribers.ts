/**
 * Those who follow a source. Each is told everything in order; a long list is told in slices, so that the process stays
 * responsive, and a listener that throws is reported and told the rest.
 */
import { type Clock, type KubeObject, nextTurn, track } from '@kubewright/core'
import type { Change } from './change.ts'

type Listener<Object extends KubeObject> = (change: Change<Object>) => void

/** How long listeners may keep the process busy in one go. */
const sliceMs = 10

export class Subscribers<Object extends KubeObject> {
  readonly #clock: Clock
  readonly #report: (error: unknown) => void
  readonly #subscriptions = new Set<Subscription<Object>>()

  constructor(clock: Clock, report: (error: unknown) => void) {
    this.#clock = clock
    this.#report = report
  }

  get size(): number {
    return this.#subscriptions.size
  }

  /** @param initial what the listener is told first */
  add(listener: Listener<Object>, initial: Iterable<Change<Object>>): Disposable {
    const subscription: Subscription<Object> = {
      listener,
      waiting: [...initial],
      next: 0,
      isTelling: false,
      isOver: false,
    }
    this.#subscriptions.add(subscription)
    this.#deliver(subscription)
    return {
      [Symbol.dispose]: () => {
        subscription.isOver = true
        this.#subscriptions.delete(subscription)
      },
    }
  }

  tell(change: Change<Object>): void {
    for (const subscription of this.#subscriptions) {
      subscription.waiting.push(change)
      this.#deliver(subscription)
    }
  }

  /** How many changes wait to be told. */
  get waiting(): number {
    let waiting = 0
    for (const one of this.#subscriptions) waiting += one.waiting.length - one.next
    return waiting
  }

  #deliver(subscription: Subscription<Object>): void {
    if (subscription.isTelling) return
    subscription.isTelling = true
    if (this.#slice(subscription)) return
    void track('tell followers of a cache', this.#deliverRest(subscription))
  }

  async #deliverRest(subscription: Subscription<Object>): Promise<void> {
    do await nextTurn()
    while (!this.#slice(subscription))
  }

  /** Tells for a while. Returns whether nothing waits any more. */
  #slice(subscription: Subscription<Object>): boolean {
    const until = this.#clock.elapsed() + sliceMs
    const { waiting } = subscription
    while (subscription.next < waiting.length && !subscription.isOver) {
      if (this.#clock.elapsed() > until) return false
      this.#tellOne(subscription, waiting[subscription.next++]!)
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

interface Subscription<Object extends KubeObject> {
  readonly listener: Listener<Object>
  waiting: Change<Object>[]
  next: number
  isTelling: boolean
  isOver: boolean
}
