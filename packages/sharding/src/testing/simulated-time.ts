/** The time of a simulated fleet: events in order, with a fixed number of microtask steps between two of them. */
import { nextTurn } from '@kubewright/core/time'

interface Event {
  readonly due: number
  readonly order: number
  /** Unset once it was cancelled. */
  run: (() => void) | undefined
}

/** Number of microtask steps after each event. */
const promiseSteps = 24
/** The event loop turns once in this many events. */
const stepsOfTurn = 128

export class SimulatedTime {
  /** A heap: soonest first; ties in scheduling order. */
  readonly #events: Event[] = []
  #now = 0
  #order = 0
  #ran = 0

  get now(): number {
    return this.#now
  }

  /** Number of executed events. */
  get ran(): number {
    return this.#ran
  }

  /** Disposing the result cancels the event. */
  at(due: number, run: () => void): Disposable {
    const event: Event = { due: Math.max(due, this.#now), order: this.#order++, run }
    this.#events.push(event)
    this.#rise(this.#events.length - 1)
    return { [Symbol.dispose]: () => void (event.run = undefined) }
  }

  after(ms: number, run: () => void): Disposable {
    return this.at(this.#now + ms, run)
  }

  /** Runs everything up to `until`; stops early once `isOver` returns true. */
  async runUntil(until: number, isOver: () => boolean = () => false): Promise<void> {
    await nextTurn()
    while (!isOver()) {
      const next = this.#events[0]
      if (next === undefined || next.due > until) break
      this.#take()
      if (next.run === undefined) continue
      this.#now = next.due
      next.run()
      await this.#letRun()
    }
    if (!isOver()) this.#now = Math.max(this.#now, until)
  }

  /**
   * A turn of the event loop costs more than most events; promises need only a few microtask steps, and the rest runs with
   * the next turn.
   */
  async #letRun(): Promise<void> {
    if (++this.#ran % stepsOfTurn === 0) return nextTurn()
    for (let step = 0; step < promiseSteps; step++) await Promise.resolve()
  }

  #take(): void {
    const last = this.#events.pop()!
    if (this.#events.length === 0) return
    this.#events[0] = last
    for (let at = 0; ; ) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) if (this.#isBefore(child, least)) least = child
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #isBefore(one: number, two: number): boolean {
    const [left, right] = [this.#events[one], this.#events[two]]
    if (left === undefined || right === undefined) return false
    return left.due < right.due || (left.due === right.due && left.order < right.order)
  }

  #swap(one: number, two: number): void {
    const held = this.#events[one]!
    this.#events[one] = this.#events[two]!
    this.#events[two] = held
  }
}
