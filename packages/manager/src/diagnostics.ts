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
import type { Manager } from './manager.ts'

/** Every message is a `ReconcileRecord`. */
export const reconcileChannel = 'kubewright:reconcile'

/** Every message is a `QueueMessage`. */
export const queueChannel = 'kubewright:queue'

/** One `ReadyMessage` when a manager serves its webhooks and its controllers have had their time to follow what they need. */
export const readyChannel = 'kubewright:ready'

/** One `ManagerMessage` when a manager begins to run. */
export const managerChannel = 'kubewright:manager'

export interface ManagerMessage {
  readonly manager: Manager
}

export interface ReadyMessage {
  /** The name of the manager. */
  readonly name: string
}

/** How an object stands in the queue of a controller: one message for each change. */
export interface QueueMessage {
  readonly controller: string
  /** The cluster of the object, if it is not home. */
  readonly cluster?: string
  /** The object: `default/blog`. */
  readonly key: string
  /** It waits for a worker, is with one, came back, has to let time pass first, or was dropped at the end. */
  readonly change: 'waiting' | 'taken' | 'returned' | 'delayed' | 'dropped'
  /** How long it has to let pass, if it is delayed. */
  readonly ms?: number
}

const reconciles = channel(reconcileChannel)
const queues = channel(queueChannel)
const readies = channel(readyChannel)
const managers = channel(managerChannel)

export function tellManager(manager: Manager): void {
  if (managers.hasSubscribers) managers.publish({ manager } satisfies ManagerMessage)
}

export function tellReady(name: string): void {
  if (readies.hasSubscribers) readies.publish({ name } satisfies ReadyMessage)
}

/** Of one controller, on one cluster. */
export function diagnosticsObserver(controller: string, cluster?: string): ControllerObserver {
  const of = cluster === undefined ? { controller } : { controller, cluster }
  const tell = (message: Omit<QueueMessage, 'controller' | 'cluster'>) => {
    if (queues.hasSubscribers) queues.publish({ ...of, ...message } satisfies QueueMessage)
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
