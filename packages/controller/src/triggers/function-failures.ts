/**
 * Logs functions of a controller's definition that throw: which function, for which object, and what follows.
 *
 * A function that throws for every event would flood the log: its first failure is logged at once, further ones at most once a minute,
 * with the number of failures that were not logged.
 */
import { type Clock, formatRef, type Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { ControllerLog } from '../host/controller-log.ts'

const quietMs = 60_000

export interface FunctionFailure {
  /** `when`, `requests`, `index by-tls-secret`, … */
  readonly function: string
  /** The kind of the object it was called with. */
  readonly resource: Resource
  readonly object: Ref
  readonly error: unknown
}

export class FunctionFailures {
  readonly #log: ControllerLog
  readonly #clock: Clock
  /** When a function was last logged, as `clock.elapsed()`, and its failures since; by function and kind. */
  readonly #logged = new Map<string, { readonly at: number; suppressed: number }>()

  constructor(log: ControllerLog, clock: Clock) {
    this.#log = log
    this.#clock = clock
  }

  /** @param consequence completes the message: `all objects are requeued` */
  report({ function: name, resource, object, error }: FunctionFailure, consequence: string): void {
    const { kind } = resource
    const key = `${name} ${kind}`
    const at = this.#clock.elapsed()
    const last = this.#logged.get(key)
    if (last !== undefined && at - last.at < quietMs) return void last.suppressed++
    this.#logged.set(key, { at, suppressed: 0 })
    const suppressed = last === undefined || last.suppressed === 0 ? {} : { suppressed: last.suppressed }
    const fields = { function: name, kind, object: formatRef(object), error, ...suppressed }
    this.#log.error(`controller function failed, ${consequence}`, fields)
  }
}
