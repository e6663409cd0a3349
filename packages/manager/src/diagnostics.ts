/**
 * Tells every reconcile to whoever in the process listens, by Node's diagnostics channels: tools that run a program without
 * being part of it, such as `kubewright dev`, see what it does. Costs nothing while nobody listens.
 *
 * @example
 * ```ts
 * import { subscribe, unsubscribe } from 'node:diagnostics_channel'
 *
 * const print = (record: unknown) => console.log(record)
 * subscribe(reconcileChannel, print)
 * unsubscribe(reconcileChannel, print)
 * ```
 */
import { channel } from 'node:diagnostics_channel'
import type { ControllerObserver } from '@kubewright/controller'

/** Every message is a `ReconcileRecord`. */
export const reconcileChannel = 'kubewright:reconcile'

const reconciles = channel(reconcileChannel)

export const diagnosticsObserver: ControllerObserver = {
  ended(record) {
    if (reconciles.hasSubscribers) reconciles.publish(record)
  },
}
