/** Logs functions of a controller's definition that throw: which function, for which object, and what follows. */
import { formatRef, type Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { ControllerLog } from '../host/controller-log.ts'

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

  constructor(log: ControllerLog) {
    this.#log = log
  }

  /** @param consequence completes the message: `all objects are requeued` */
  report({ function: name, resource, object, error }: FunctionFailure, consequence: string): void {
    const fields = { function: name, kind: resource.kind, object: formatRef(object), error }
    this.#log.error(`controller function failed, ${consequence}`, fields)
  }
}
