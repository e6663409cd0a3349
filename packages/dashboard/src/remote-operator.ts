/**
 * An operator in another process: `kubewright dev` serves the dashboard, and starts the operator anew at every save. The two send each
 * other messages; tables are filled again by the next operator, and viewers notice a restart by what it shows.
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

/** The side of the dashboard. */
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

  /** An operator runs: what is looked at is asked of it. */
  connect(send: (order: OperatorOrder) => void): void {
    this.#send = send
    for (const [topic, publisher] of this.#open) {
      publisher.clear()
      send({ type: 'dashboard-open', topic })
    }
  }

  /** It has ended. What it told last stays to be read, and is said to be old. */
  disconnect(): void {
    this.#send = undefined
    for (const publisher of this.#open.values()) {
      publisher.problem(notRunning)
      publisher.ready()
    }
  }

  /** What arrives comes from a process of the user's: anything may send anything. */
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

const notRunning =
  'The operator does not run now. This is what it told last; it is shown anew as soon as it runs again.'
