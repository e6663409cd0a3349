/** The events on standard output, and which Websites are still to be reconciled for the first time. */
import { writeSync } from 'node:fs'

/** Written at once, also where standard output is a pipe. */
export function emit(event, fields = {}) {
  writeSync(1, `${JSON.stringify({ event, ...fields })}\n`)
}

export class Progress {
  #begun = false
  #complete = false
  #total = 0
  /** Reconciled before the Websites at sync time were known. */
  #early = new Set()
  /** There at sync time and not yet reconciled; undefined before. */
  #missing

  synced(keys, objects) {
    emit('synced', { objects })
    this.#total = keys.length
    this.#missing = new Set(keys.filter((key) => !this.#early.has(key)))
    this.#early.clear()
    this.#emitIfComplete()
  }

  reconcileBegins() {
    if (this.#begun) return
    this.#begun = true
    emit('first-reconcile')
  }

  reconciled(key) {
    if (this.#complete) return
    if (this.#missing === undefined) {
      this.#early.add(key)
      return
    }
    this.#missing.delete(key)
    this.#emitIfComplete()
  }

  #emitIfComplete() {
    if (this.#complete || this.#missing.size > 0) return
    this.#complete = true
    emit('seen', { objects: this.#total })
  }
}
