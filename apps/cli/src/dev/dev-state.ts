/** The state of an operator under development, aggregated from its events. */
import { formatRef } from '@kubewright/core'
import type { DevEvent, DueObject, OperatorState } from './dev-event.ts'
import { whyOf } from './format-reconcile.ts'
import type { QueueTally } from './queue-tally.ts'
import type { ReconcileMessage, SentResult } from './reconcile-message.ts'

export interface ControllerState {
  readonly name: string
  readonly tally: QueueTally
  /** Its last reconcile. Absent before the first. */
  readonly last?: ObjectState
}

export interface ObjectState {
  readonly controller: string
  /** `default/blog` */
  readonly key: string
  /** The cause of its last reconcile. */
  readonly cause: string
  readonly result: SentResult
  readonly durationMs: number
  /** When it is due again, in milliseconds since the epoch. */
  readonly due?: number
}

/** The limit of remembered objects. Beyond it the successful ones are evicted, oldest first. */
const objectLimit = 1_000
const idle: QueueTally = { waiting: 0, running: 0, delayed: 0 }

export class DevState {
  operator: OperatorState = 'starting'
  reconciles = 0
  readonly #controllers = new Map<string, ControllerState>()
  /** In order of their last reconcile, newest last. */
  readonly #objects = new Map<string, ObjectState>()

  /** In order of their first event. */
  get controllers(): readonly ControllerState[] {
    return [...this.#controllers.values()]
  }

  /** Failing objects first, then the most recent. */
  get objects(): readonly ObjectState[] {
    const newestFirst = [...this.#objects.values()].reverse()
    return [...newestFirst.filter(isFailing), ...newestFirst.filter((one) => !isFailing(one))]
  }

  get failing(): number {
    return [...this.#objects.values()].filter(isFailing).length
  }

  take(event: DevEvent): void {
    switch (event.type) {
      case 'operator':
        return this.#operatorIs(event.state)
      case 'reconcile':
        return this.#reconciled(event)
      case 'queues':
        for (const [name, tally] of Object.entries(event.controllers)) {
          this.#controllers.set(name, { ...this.#controllers.get(name), name, tally })
        }
        return undefined
      case 'due':
        for (const object of event.objects) this.#isDue(object)
    }
  }

  /** A restarted operator begins with an empty state: earlier failures may be fixed. */
  #operatorIs(state: OperatorState): void {
    this.operator = state === 'ready' ? 'running' : state
    if (state !== 'starting') return
    this.#objects.clear()
    this.#controllers.clear()
  }

  #reconciled(message: ReconcileMessage): void {
    this.reconciles++
    const { controller, result, durationMs } = message
    const key = formatRef(message.object)
    const id = `${controller} ${key}`
    const object = { controller, key, cause: whyOf(message), result, durationMs }
    this.#objects.delete(id)
    if (result.type !== 'gone') this.#objects.set(id, object)
    const { tally = idle } = this.#controllers.get(controller) ?? {}
    this.#controllers.set(controller, { name: controller, tally, last: object })
    this.#forgetOldest()
  }

  #forgetOldest(): void {
    if (this.#objects.size <= objectLimit) return
    const oldest = [...this.#objects].find(([, one]) => !isFailing(one)) ?? [...this.#objects][0]
    if (oldest !== undefined) this.#objects.delete(oldest[0])
  }

  #isDue({ controller, key, at }: DueObject): void {
    const id = `${controller} ${key}`
    const known = this.#objects.get(id)
    if (known === undefined) return
    const { due: _, ...rest } = known
    this.#objects.set(id, at === undefined ? rest : { ...rest, due: at })
  }
}

export function isFailing({ result }: ObjectState): boolean {
  return result.type === 'error'
}
