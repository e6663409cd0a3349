/**
 * Tells every reconcile, and what waits for one, to whoever in the process listens, by Node's diagnostics channels: tools that run a program without
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

/** Every message is a `QueueMessage`. */
export const queueChannel = 'kubewright:queue'

/** How an object stands in the queue of a controller: one message for each change. */
export interface QueueMessage {
  readonly controller: string
  /** The object: `default/blog`. */
  readonly key: string
  /** It waits for a worker, is with one, came back, has to let time pass first, or was dropped at the end. */
  readonly change: 'waiting' | 'taken' | 'returned' | 'delayed' | 'dropped'
  /** How long it has to let pass, if it is delayed. */
  readonly ms?: number
}

const reconciles = channel(reconcileChannel)
const queues = channel(queueChannel)

/** Of one controller. */
export function diagnosticsObserver(controller: string): ControllerObserver {
  const tell = (message: Omit<QueueMessage, 'controller'>) => {
    if (queues.hasSubscribers) queues.publish({ controller, ...message } satisfies QueueMessage)
  }
  return {
    queue: {
      waiting: (key) => tell({ key, change: 'waiting' }),
      taken: (key) => tell({ key, change: 'taken' }),
      returned: (key) => tell({ key, change: 'returned' }),
      delayed: (key, ms) => tell({ key, change: 'delayed', ms }),
      dropped: (key) => tell({ key, change: 'dropped' }),
    },
    ended(record) {
      if (reconciles.hasSubscribers) reconciles.publish(record)
    },
  }
}
