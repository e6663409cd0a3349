/**
 * Logs functions of a controller's definition that throw: which function, for which object, and what follows. A function that throws for
 * every event is logged at most once a minute.
 */
import { type Clock, formatRef, type Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { ControllerLog } from '../host/controller-log.ts'
import { RepeatedFailures } from '../host/repeated-failures.ts'

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
  /** By function and kind. */
  readonly #repeated: RepeatedFailures<string>

  constructor(log: ControllerLog, clock: Clock) {
    this.#log = log
    this.#repeated = new RepeatedFailures(clock, new Map())
  }

  /** @param consequence completes the message: `all objects are requeued` */
  report({ function: name, resource, object, error }: FunctionFailure, consequence: string): void {
    const { kind } = resource
    const repeated = this.#repeated.note(`${name} ${kind}`)
    if (repeated === undefined) return
    const fields = { function: name, kind, object: formatRef(object), error, ...repeated }
    this.#log.error(`controller function failed, ${consequence}`, fields)
  }
}
