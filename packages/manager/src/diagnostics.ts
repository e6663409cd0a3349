/**
 * Publishes every reconcile and queue change on Node's diagnostics channels, for tools that run a program without being part of it,
 * such as `kubewright dev`. Costs nothing without subscribers.
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
import type { ControllerObserver } from '@kubewright/controller/host'
import type { Manager } from './manager.ts'

/** Every message is a `ReconcileRecord`. */
export const reconcileChannel = 'kubewright:reconcile'

/** Every message is a `QueueMessage`. */
export const queueChannel = 'kubewright:queue'

/** One `ReadyMessage` once a manager serves its webhooks, and its caches have synced or `syncTimeout` has passed. */
export const readyChannel = 'kubewright:ready'

/** One `ManagerMessage` when a manager starts. */
export const managerChannel = 'kubewright:manager'

/** The message on `managerChannel`: the manager that starts. */
export interface ManagerMessage {
  readonly manager: Manager
}

/** The message on `readyChannel`: the manager that is ready. */
export interface ReadyMessage {
  /** The name of the manager. */
  readonly name: string
}

/** A state change of an object in the queue of a controller. */
export interface QueueMessage {
  readonly controller: string
  /** The cluster of the object, if it is not home. */
  readonly cluster?: string
  /** The object: `default/blog`. */
  readonly key: string
  /** It waits for a worker, was taken by one, was returned, is delayed, or was dropped at shutdown. */
  readonly change: 'waiting' | 'taken' | 'returned' | 'delayed' | 'dropped'
  /** The delay, if it is delayed. */
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

/** Publishes for one controller on one cluster. */
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
