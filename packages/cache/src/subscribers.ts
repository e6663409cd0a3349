/**
 * The subscribers of a source.
 *
 * Guarantees
 * - Each receives all changes since it was added, in order.
 * - A long list is delivered in time slices, so that the process stays responsive.
 * - A listener that throws is reported and still receives the rest. A disposed one receives nothing more.
 */
import type { Clock, KubeObject } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import { nextTurn, TimeSlice } from '@kubewright/core/time'
import type { Change } from './change.ts'

type Listener<Item extends KubeObject> = (change: Change<Item>) => void

export class Subscribers<Item extends KubeObject> {
  readonly #clock: Clock
  readonly #report: (error: unknown) => void
  /** Copied on write: a listener added during a delivery already had the outcome in its initial objects. */
  #subscriptions: readonly Subscription<Item>[] = []

  constructor(clock: Clock, report: (error: unknown) => void) {
    this.#clock = clock
    this.#report = report
  }

  get size(): number {
    return this.#subscriptions.length
  }

  /** @param initial the changes to deliver first */
  add(listener: Listener<Item>, initial: readonly Change<Item>[]): Disposable {
    const subscription: Subscription<Item> = { listener, waiting: [...initial], next: 0, isTelling: false }
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

  /** Changes are queued for all subscribers before any is called: a listener may cause further changes. */
  tell(changes: readonly Change<Item>[]): void {
    const subscriptions = this.#subscriptions
    for (const subscription of subscriptions) note(subscription, changes)
    for (const subscription of subscriptions) this.#deliver(subscription)
  }

  /** Number of undelivered changes. */
  get waiting(): number {
    return this.#subscriptions.reduce((sum, { waiting, next }) => sum + waiting.length - next, 0)
  }

  #deliver(subscription: Subscription<Item>): void {
    if (subscription.isTelling || subscription.waiting.length === 0) return
    subscription.isTelling = true
    if (!this.#tellSlice(subscription)) void track('notify cache subscribers', this.#tellRest(subscription))
  }

  async #tellRest(subscription: Subscription<Item>): Promise<void> {
    do await nextTurn()
    while (!this.#tellSlice(subscription))
  }

  /** Delivers for one time slice. Returns whether the backlog is empty. */
  #tellSlice(subscription: Subscription<Item>): boolean {
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

  #tellOne({ listener }: Subscription<Item>, change: Change<Item>): void {
    try {
      listener(change)
    } catch (error) {
      this.#report(error)
    }
  }
}

function note<Item extends KubeObject>(subscription: Subscription<Item>, changes: readonly Change<Item>[]): void {
  // Pushes one by one only onto a backlog: the changes of an initial list are as many as the objects, and are copied at once.
  if (subscription.waiting.length === 0) subscription.waiting = changes.slice()
  else for (const change of changes) subscription.waiting.push(change)
}

interface Subscription<Item extends KubeObject> {
  readonly listener: Listener<Item>
  /** Undelivered changes start at `next`. */
  waiting: Change<Item>[]
  next: number
  isTelling: boolean
}
