/** The last reconciles of every object, so that "why did this run" has an answer. Bounded, whatever happens. */
import type { Ref } from '@kubewright/core'
import type { ReconcileRecord } from './reconcile-record.ts'
import { requestKey } from './request-key.ts'

export interface HistoryOptions {
  /** How many are kept of each object. @default 10 */
  readonly perObject?: number
  /** Of how many objects: those that ran last. @default 1000 */
  readonly objects?: number
}

export class History {
  readonly #perObject: number
  readonly #limit: number
  /** By key; whoever ran last is last. */
  readonly #records = new Map<string, ReconcileRecord[]>()
  /** In which order they ended: no clock says, which may stand still or jump. */
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
