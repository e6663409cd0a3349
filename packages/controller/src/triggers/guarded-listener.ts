/**
 * A listener whose functions may throw.
 *
 * Guarantees
 * - The change is not lost: what it may affect is requeued.
 * - An error of a function of the controller is reported once, here, with the function and the object. The cache reports any other.
 */
import type { Change } from '@kubewright/cache'
import { refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { FunctionFailures } from './function-failures.ts'
import { FunctionError } from './named-function.ts'

export interface GuardOptions {
  /** The kind of the changed objects. */
  readonly resource: Resource
  /** Requeues whatever the change may affect. */
  readonly requeue: (change: Change) => void
  /** What `requeue` does, for the report. */
  readonly consequence: string
  readonly failures: Pick<FunctionFailures, 'report'>
  /** A pure function that an index calls with the same objects: its errors are reported there. */
  readonly indexed?: string | undefined
}

export function guardedListener(
  listener: (change: Change) => void,
  { resource, requeue, consequence, failures, indexed }: GuardOptions,
): (change: Change) => void {
  return (change) => {
    try {
      listener(change)
    } catch (error) {
      requeue(change)
      if (!(error instanceof FunctionError)) throw error
      const { function: name, cause } = error
      if (name === indexed) return
      failures.report({ function: name, resource, object: refOf(change.object), error: cause }, consequence)
    }
  }
}
