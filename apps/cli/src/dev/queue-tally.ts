/** Counts the objects in each queue within the operator's process. Counts are sent at intervals, however many events there are. */
import type { QueueMessage } from '@kubewright/manager/diagnostics'
import type { DevEvent, DueObject } from './dev-event.ts'

export interface QueueTally {
  /** Objects that wait for a worker. */
  readonly waiting: number
  /** Objects being reconciled. */
  readonly running: number
  /** Objects that are due later. */
  readonly delayed: number
}

interface Standing {
  readonly waiting: Set<string>
  readonly running: Set<string>
  readonly due: Map<string, number>
}

export class QueueTallies {
  readonly #now: () => number
  readonly #controllers = new Map<string, Standing>()
  /** Objects whose due time changed since the last report. */
  readonly #news = new Map<string, DueObject>()

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now
  }

  take({ controller, key, change, ms = 0 }: QueueMessage): void {
    const { waiting, running, due } = this.#standingOf(controller)
    switch (change) {
      case 'waiting':
        waiting.add(key)
        break
      case 'taken':
        waiting.delete(key)
        running.add(key)
        break
      case 'returned':
        running.delete(key)
        break
      case 'dropped':
        waiting.delete(key)
    }
    if (change === 'delayed') due.set(key, this.#now() + ms)
    else if (change === 'returned' || !due.delete(key)) return
    const at = due.get(key)
    this.#news.set(`${controller} ${key}`, { controller, key, ...(at === undefined ? {} : { at }) })
  }

  /** The current counts, and the due times that changed since the last call. */
  takeEvents(): readonly DevEvent[] {
    const objects = [...this.#news.values()]
    this.#news.clear()
    const controllers = [...this.#controllers].map(([name, { waiting, running, due }]) => {
      return [name, { waiting: waiting.size, running: running.size, delayed: due.size }] as const
    })
    const queues: DevEvent = { type: 'queues', controllers: Object.fromEntries(controllers) }
    return objects.length === 0 ? [queues] : [queues, { type: 'due', objects }]
  }

  #standingOf(controller: string): Standing {
    let standing = this.#controllers.get(controller)
    if (standing === undefined) {
      standing = { waiting: new Set(), running: new Set(), due: new Map() }
      this.#controllers.set(controller, standing)
    }
    return standing
  }
}
