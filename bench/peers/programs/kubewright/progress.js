/** Events for the harness, one JSON object a line on standard output. */
import { writeSync } from 'node:fs'

/** Written synchronously: the time at which the harness reads it counts. */
export function emit(event, objects) {
  writeSync(1, `${JSON.stringify({ event, objects })}\n`)
}

/** Reports when every Website that was there at sync time was reconciled once. */
export class Seen {
  #early = new Set()
  #remaining
  #total = 0
  #hasBegun = false

  begins() {
    if (this.#hasBegun) return
    this.#hasBegun = true
    emit('first-reconcile')
  }

  ended(name) {
    if (this.#remaining === undefined) return void this.#early?.add(name)
    if (this.#remaining.delete(name)) this.#report()
  }

  synced(names) {
    emit('synced', names.length)
    this.#total = names.length
    this.#remaining = new Set(names.filter((name) => !this.#early.has(name)))
    this.#early = undefined
    this.#report()
  }

  #report() {
    if (this.#remaining.size === 0) emit('seen', this.#total)
  }
}
