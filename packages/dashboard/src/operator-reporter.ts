/** The operator's side of a dashboard in another process: sends only the topics that have viewers. */
import { type Clock, systemClock } from '@kubewright/core'
import type { Manager } from '@kubewright/manager'
import { operatorOf, type Operator } from './operator.ts'
import type { OperatorOrder, OperatorReport } from './remote-operator.ts'
import type { Publisher } from './topic.ts'

/** Changes are batched: a message between processes costs more than a change. */
const gatherMs = 80

/** The operator's side. Opens topics only on request. */
export class OperatorReporter {
  readonly #manager: Operator
  readonly #clock: Clock
  readonly #send: (report: OperatorReport) => void
  readonly #open = new Map<string, Disposable>()

  constructor(manager: Manager, send: (report: OperatorReport) => void, clock: Clock = systemClock) {
    this.#manager = operatorOf(manager, clock)
    this.#clock = clock
    this.#send = send
  }

  take(order: OperatorOrder): void {
    switch (order.type) {
      case 'dashboard-open':
        return this.#begin(order.topic)
      case 'dashboard-close':
        this.#open.get(order.topic)?.[Symbol.dispose]()
        this.#open.delete(order.topic)
        return undefined
      case 'dashboard-reconcile':
        // Not an error of the operator: it may have restarted without the controller since the page was loaded.
        this.#manager.reconcile(order.request).catch((error: Error) => process.emitWarning(error))
    }
  }

  #begin(topic: string): void {
    const open = this.#manager.topics(topic, '')
    if (open === undefined || this.#open.has(topic)) return
    const gathered = new GatheredReport(topic, this.#send, this.#clock)
    const collection = open(gathered)
    this.#open.set(topic, {
      [Symbol.dispose]() {
        collection[Symbol.dispose]()
        gathered[Symbol.dispose]()
      },
    })
  }
}

class GatheredReport implements Publisher, Disposable {
  readonly #topic: string
  readonly #send: (report: OperatorReport) => void
  readonly #clock: Clock
  readonly #known = new Map<string, string>()
  readonly #set = new Map<string, unknown>()
  readonly #removed = new Set<string>()
  #isReady = false
  #timer: Disposable | undefined

  constructor(topic: string, send: (report: OperatorReport) => void, clock: Clock) {
    this.#topic = topic
    this.#send = send
    this.#clock = clock
  }

  put(key: string, value: unknown): void {
    const text = JSON.stringify(value)
    if (this.#known.get(key) === text) return
    this.#known.set(key, text)
    this.#removed.delete(key)
    this.#set.set(key, value)
    this.#soon()
  }

  remove(key: string): void {
    this.#known.delete(key)
    this.#set.delete(key)
    this.#removed.add(key)
    this.#soon()
  }

  clear(): void {
    for (const key of this.#known.keys()) this.remove(key)
  }

  ready(): void {
    if (this.#isReady) return
    this.#isReady = true
    this.#soon()
  }

  problem(): void {}

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]()
  }

  #soon(): void {
    this.#timer ??= this.#clock.schedule(gatherMs, () => {
      this.#timer = undefined
      this.#send({
        type: 'dashboard',
        topic: this.#topic,
        set: [...this.#set],
        removed: [...this.#removed],
        isReady: this.#isReady,
      })
      this.#set.clear()
      this.#removed.clear()
    })
  }
}
