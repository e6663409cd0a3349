/** The fairness group of a key: groups take turns in the queue. */
import type { Controller } from '../definition/define-controller.ts'
import { parseRequestKey } from '../request/request-key.ts'
import type { FunctionFailures } from '../triggers/function-failures.ts'

/** A throwing `fairBy` must not stall the object. */
export function fairGroup(
  { fairBy, for: resource }: Pick<Controller, 'fairBy' | 'for'>,
  failures: Pick<FunctionFailures, 'report'>,
): (key: string) => string {
  return (key) => {
    const object = parseRequestKey(key)
    try {
      return fairBy?.(object) ?? object.namespace ?? ''
    } catch (error) {
      failures.report({ function: 'fairBy', resource, object, error }, 'falling back to the namespace')
      return object.namespace ?? ''
    }
  }
}
