/** The events of `kubewright dev`, for every kind of view. See decision 0167. */
import type { QueueTally } from './queue-tally.ts'
import type { ReconcileMessage } from './reconcile-message.ts'

export type DevEvent =
  /** The cluster of the operator. */
  | { readonly type: 'cluster'; readonly url: string; readonly kubeconfig?: string }
  /** The address of the dashboard. */
  | { readonly type: 'dashboard'; readonly url: string }
  /** Sources were saved. */
  | { readonly type: 'changed'; readonly files: readonly string[] }
  /** Definitions of the project were installed or updated. */
  | { readonly type: 'installed'; readonly crds: readonly string[] }
  /** Stored objects no longer match the definition of their kind. */
  | { readonly type: 'broken'; readonly crd: string; readonly objects: readonly BrokenObject[]; readonly more: number }
  | { readonly type: 'applied'; readonly objects: readonly string[] }
  | { readonly type: 'operator'; readonly state: OperatorState; readonly main?: string; readonly how?: string }
  | ReconcileMessage
  /** How many objects wait for a reconcile or are in one, by controller. */
  | { readonly type: 'queues'; readonly controllers: Readonly<Record<string, QueueTally>> }
  /** When objects are due again. An entry without a time is no longer scheduled. */
  | { readonly type: 'due'; readonly objects: readonly DueObject[] }
  /** A line of the operator's output. */
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'problem'; readonly message: string; readonly code?: string }
  /** A hint for people. Not part of JSON output. */
  | { readonly type: 'hint'; readonly text: string }

/** `ready`: webhooks are served and caches have synced. */
export type OperatorState = 'starting' | 'running' | 'ready' | 'stopped' | 'stopping'

export interface BrokenObject {
  /** `Website default/blog` */
  readonly object: string
  readonly why: string
}

export interface DueObject {
  readonly controller: string
  /** `default/blog` */
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly at?: number
}

/** Reports an event. Events arrive in order. */
export type TellDev = (event: DevEvent) => void
