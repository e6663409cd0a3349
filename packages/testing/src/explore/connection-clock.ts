/**
 * The clock of the API server and its clients. Their long timers only look after connections: bookmarks, the end of a watch, the
 * guard against a dead one. While nobody has a call under way these timers can be suspended, so that a wait of days costs what
 * happens in it and not what keeps connections alive.
 */
import type { Clock } from '@kubewright/core'

/** Clients repeat a call sooner than this, unless the server asks for more. */
const longMs = 10_000

interface LongTimer {
  due: number
  readonly run: () => void
}

export class ConnectionClock implements Clock {
  readonly #clock: Clock
  readonly #long = new Set<LongTimer>()
  #skippedMs = 0
  #suspendedAt: number | undefined
  /** For the first of the long ones. */
  #armed: Disposable | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now()
  }

  /** Without the time that was skipped. */
  elapsed(): number {
    return (this.#suspendedAt ?? this.#clock.elapsed()) - this.#skippedMs
  }

  schedule(ms: number, run: () => void): Disposable {
    if (!(ms >= longMs)) return this.#clock.schedule(ms, run)
    const timer: LongTimer = { due: this.elapsed() + ms, run }
    this.#long.add(timer)
    this.#arm()
    return {
      [Symbol.dispose]: () => {
        if (this.#long.delete(timer)) this.#arm()
      },
    }
  }

  /** Until the result is disposed, time passes and long timers do not notice. */
  suspend(): Disposable {
    this.#suspendedAt = this.#clock.elapsed()
    this.#arm()
    return {
      [Symbol.dispose]: () => {
        this.#skippedMs += this.#clock.elapsed() - this.#suspendedAt!
        this.#suspendedAt = undefined
        this.#arm()
      },
    }
  }

  #arm(): void {
    this.#armed?.[Symbol.dispose]()
    this.#armed = undefined
    if (this.#suspendedAt !== undefined || this.#long.size === 0) return
    const first = [...this.#long].reduce((one, two) => (two.due < one.due ? two : one))
    this.#armed = this.#clock.schedule(first.due - this.elapsed(), () => {
      this.#armed = undefined
      this.#long.delete(first)
      this.#arm()
      first.run()
    })
  }
}
