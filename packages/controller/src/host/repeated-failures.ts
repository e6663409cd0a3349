/**
 * Limits the log of failures that repeat: the first one of a key is logged at once, further ones at most once a minute, with the number of
 * failures that were not logged.
 */
import type { Clock } from '@kubewright/core'

const quietMs = 60_000

/** The last failure of a key that was logged. */
interface Logged {
  /** When it was last logged, as `clock.elapsed()`. */
  readonly at: number
  /** Failures since then. */
  suppressed: number
}

/** Where the state of keys is stored: a `Map`, or a `WeakMap` for objects that may be dropped. */
interface Keyed<Key> {
  get(key: Key): Logged | undefined
  set(key: Key, logged: Logged): unknown
}

/** Decides which of the failures of a key are logged. */
export class RepeatedFailures<Key> {
  readonly #clock: Clock
  readonly #logged: Keyed<Key>

  constructor(clock: Clock, logged: Keyed<Key>) {
    this.#clock = clock
    this.#logged = logged
  }

  /** Notes a failure. Returns the fields to add to its log line; `undefined` if it is not to be logged. */
  note(key: Key): { readonly suppressed?: number } | undefined {
    const at = this.#clock.elapsed()
    const last = this.#logged.get(key)
    if (last !== undefined && at - last.at < quietMs) {
      last.suppressed++
      return undefined
    }
    this.#logged.set(key, { at, suppressed: 0 })
    return last === undefined || last.suppressed === 0 ? {} : { suppressed: last.suppressed }
  }
}
