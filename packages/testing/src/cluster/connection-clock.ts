/**
 * The clock of the API server and its clients. Their long timers only maintain connections: bookmarks, watch timeouts, dead-connection
 * checks. These timers can be suspended while no call is in flight, so that a wait of days does not pay for keep-alives.
 * See decisions 0286 and 0434.
 */
import type { Clock } from '@kubewright/core'

/** Clients retry a call sooner than this, unless the server sends a longer Retry-After. */
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
  /** The timer of the first long one. */
  #armed: Disposable | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now()
  }

  /** Excludes the skipped time. */
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

  /** Suspends long timers until the result is disposed: time passes without them. */
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
