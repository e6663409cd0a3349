/** The fairness group of a key: groups take turns in the queue. */
import type { Controller } from '../definition/define-controller.ts'
import type { ControllerLog } from '../host/controller-log.ts'
import { parseRequestKey } from '../request/request-key.ts'

/** A throwing `fairBy` must not stall the object. */
export function fairGroup({ fairBy }: Pick<Controller, 'fairBy'>, log: ControllerLog): (key: string) => string {
  return (key) => {
    const ref = parseRequestKey(key)
    try {
      return fairBy?.(ref) ?? ref.namespace ?? ''
    } catch (error) {
      log.error('fairBy failed, falling back to the namespace', { object: key, error })
      return ref.namespace ?? ''
    }
  }
}
