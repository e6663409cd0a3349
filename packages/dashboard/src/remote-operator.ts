/**
 * An operator in another process: `kubewright dev` serves the dashboard, and restarts the operator at every save. The two exchange
 * messages;
 * the next operator fills the tables again, and viewers notice a restart by their content.
 */
import type { Operator, ReconcileRequest } from './operator.ts'
import type { Publisher } from './topic.ts'

/** To the operator's process. */
export type OperatorOrder =
  | { readonly type: 'dashboard-open' | 'dashboard-close'; readonly topic: string }
  | { readonly type: 'dashboard-reconcile'; readonly request: ReconcileRequest }

/** From the operator's process. */
export type OperatorReport = {
  readonly type: 'dashboard'
  readonly topic: string
  readonly set: readonly (readonly [string, unknown])[]
  readonly removed: readonly string[]
  readonly isReady: boolean
}

const topicNames: ReadonlySet<string> = new Set([
  'program',
  'controllers',
  'queue',
  'caches',
  'checks',
  'clusters',
  'history',
])

/** The dashboard's side. */
export class RemoteOperator implements Operator {
  readonly #open = new Map<string, Publisher>()
  #send: ((order: OperatorOrder) => void) | undefined

  readonly topics: Operator['topics'] = (name, parameter) => {
    if (parameter !== '' || !topicNames.has(name)) return undefined
    return (publisher) => {
      this.#open.set(name, publisher)
      if (this.#send === undefined) publisher.problem(notRunning)
      else this.#send({ type: 'dashboard-open', topic: name })
      return {
        [Symbol.dispose]: () => {
          this.#open.delete(name)
          this.#send?.({ type: 'dashboard-close', topic: name })
        },
      }
    }
  }

  async reconcile(request: ReconcileRequest): Promise<void> {
    if (this.#send === undefined) throw new Error(notRunning)
    this.#send({ type: 'dashboard-reconcile', request })
  }

  /** An operator is running: opens the viewed topics there. */
  connect(send: (order: OperatorOrder) => void): void {
    this.#send = send
    for (const [topic, publisher] of this.#open) {
      publisher.clear()
      send({ type: 'dashboard-open', topic })
    }
  }

  /** The operator has ended. Its last data stays visible, marked as stale. */
  disconnect(): void {
    this.#send = undefined
    for (const publisher of this.#open.values()) {
      publisher.problem(`${notRunning} These are its last reported values.`)
      publisher.ready()
    }
  }

  /** Messages come from the user's process and are untrusted. */
  take(report: OperatorReport): void {
    const publisher = this.#open.get(report.topic)
    if (publisher === undefined || !Array.isArray(report.set) || !Array.isArray(report.removed)) return
    for (const entry of report.set as readonly unknown[]) {
      if (Array.isArray(entry) && typeof entry[0] === 'string') publisher.put(entry[0], entry[1])
    }
    for (const key of report.removed) publisher.remove(key as string)
    publisher.problem(undefined)
    if (report.isReady) publisher.ready()
  }
}

const notRunning = 'The operator is not running.'
