/** What happens while an operator is developed. Whoever shows it, to a person or to a program, is told in this form. */
import type { QueueTally } from './queue-tally.ts'
import type { ReconcileMessage } from './reconcile-message.ts'

export type DevEvent =
  /** Where the operator works. */
  | { readonly type: 'cluster'; readonly url: string; readonly kubeconfig?: string }
  /** Where the dashboard is served. */
  | { readonly type: 'dashboard'; readonly url: string }
  /** Sources were saved. */
  | { readonly type: 'changed'; readonly files: readonly string[] }
  /** Definitions of the project are in the cluster, as they are now. */
  | { readonly type: 'installed'; readonly crds: readonly string[] }
  /** Objects that are stored no longer fit the definition of their kind. */
  | { readonly type: 'broken'; readonly crd: string; readonly objects: readonly BrokenObject[]; readonly more: number }
  | { readonly type: 'applied'; readonly objects: readonly string[] }
  | { readonly type: 'operator'; readonly state: OperatorState; readonly main?: string; readonly how?: string }
  | ReconcileMessage
  /** How many objects wait for a reconcile or are in one, by controller. */
  | { readonly type: 'queues'; readonly controllers: Readonly<Record<string, QueueTally>> }
  /** When objects are looked at again; nothing more is due for one without a time. */
  | { readonly type: 'due'; readonly objects: readonly DueObject[] }
  /** A line the operator wrote. */
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'problem'; readonly message: string; readonly code?: string }
  /** For people. */
  | { readonly type: 'hint'; readonly text: string }

/** `ready` serves its webhooks and follows what it needs. */
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

/** Tells of something, in the order in which it happens. */
export type TellDev = (event: DevEvent) => void
