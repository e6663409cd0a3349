/** The last reconciles of every object, to answer why a reconcile ran. Bounded. */
import type { Ref } from '@kubewright/core'
import type { ReconcileRecord } from '../host/reconcile-record.ts'
import { requestKey } from '../request/request-key.ts'

export interface HistoryOptions {
  /** How many records to keep per object. @default 10 */
  readonly perObject?: number
  /** How many objects to keep, most recently reconciled first. @default 1000 */
  readonly objects?: number
}

export class History {
  readonly #perObject: number
  readonly #limit: number
  /** By key, least recently reconciled first. */
  readonly #records = new Map<string, ReconcileRecord[]>()
  /** Completion order. A clock may stall or jump, so timestamps do not give it. */
  readonly #order = new WeakMap<ReconcileRecord, number>()
  #added = 0

  constructor({ perObject = 10, objects = 1_000 }: HistoryOptions = {}) {
    this.#perObject = perObject
    this.#limit = objects
  }

  add(record: ReconcileRecord): void {
    this.#order.set(record, this.#added++)
    const key = requestKey(record.object)
    const records = this.#records.get(key) ?? []
    this.#records.delete(key)
    this.#records.set(key, [...records, record].slice(-this.#perObject))
    if (this.#records.size <= this.#limit) return
    const [oldest] = this.#records.keys()
    this.#records.delete(oldest!)
  }

  /** Newest first. */
  of(object: Ref): readonly ReconcileRecord[] {
    return [...(this.#records.get(requestKey(object)) ?? [])].reverse()
  }

  /** Newest first. */
  all(): readonly ReconcileRecord[] {
    return [...this.#records.values()].flat().sort((one, two) => this.#order.get(two)! - this.#order.get(one)!)
  }
}
