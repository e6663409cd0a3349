/** A heap of timers by due time; FIFO among equals. Adding and removing cost O(log n). */
import type { Trace } from '../tasks/stack-trace.ts'

export interface Timer {
  /** When it comes due, in the clock's elapsed milliseconds. */
  readonly due: number
  /** A sequence number per clock, so that timers due at the same time run in scheduling order. */
  readonly order: number
  readonly run: () => void
  /** The call that scheduled it. */
  readonly trace: Trace
  /** Its index in the heap; -1 when it is not in it. */
  place: number
}

export class TimerHeap {
  /** A binary heap: no timer is due before its parent. */
  readonly #timers: Timer[] = []

  get first(): Timer | undefined {
    return this.#timers[0]
  }

  get size(): number {
    return this.#timers.length
  }

  add(timer: Timer): void {
    timer.place = this.#timers.length
    this.#timers.push(timer)
    this.#rise(timer)
  }

  /** A no-op for a timer that is not in the heap. */
  remove(timer: Timer): void {
    const { place } = timer
    if (this.#timers[place] !== timer) return
    timer.place = -1
    const last = this.#timers.pop()!
    if (last === timer) return
    this.#put(last, place)
    this.#rise(last)
    this.#sink(last)
  }

  inOrder(): readonly Timer[] {
    return [...this.#timers].sort((left, right) => (isBefore(left, right) ? -1 : 1))
  }

  #rise(timer: Timer): void {
    while (timer.place > 0) {
      const parent = this.#timers[(timer.place - 1) >> 1]!
      if (!isBefore(timer, parent)) return
      this.#swap(timer, parent)
    }
  }

  #sink(timer: Timer): void {
    for (;;) {
      const left = this.#timers[timer.place * 2 + 1]
      const right = this.#timers[timer.place * 2 + 2]
      const child = left && right && isBefore(right, left) ? right : left
      if (!child || !isBefore(child, timer)) return
      this.#swap(timer, child)
    }
  }

  #swap(one: Timer, other: Timer): void {
    const { place } = one
    this.#put(one, other.place)
    this.#put(other, place)
  }

  #put(timer: Timer, place: number): void {
    this.#timers[place] = timer
    timer.place = place
  }
}

function isBefore(left: Timer, right: Timer): boolean {
  return left.due < right.due || (left.due === right.due && left.order < right.order)
}
