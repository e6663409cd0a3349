/**
 * Advances the time of a cluster. After an hour without a request, the timers that only maintain idle watches are suspended until the next
 * one, so that a wait of months does not pay for keep-alives. See decision 0434.
 */
import { type Duration, toMs } from '@kubewright/core'
import type { VirtualClock } from '@kubewright/core/testing'
import type { Activity } from './activity.ts'
import { ConnectionClock } from './connection-clock.ts'

/** The length of a stage: the clock's limit of timers applies to each. And how long watches are maintained after the last request. */
const stageMs = 60 * 60_000

export class TimeAdvance {
  /** The clock of the watches that may be suspended. */
  readonly connectionClock: ConnectionClock
  readonly #clock: VirtualClock
  readonly #activity: Activity
  #activeMs: number
  #suspension: Disposable | undefined

  constructor(clock: VirtualClock, activity: Activity) {
    this.connectionClock = new ConnectionClock(clock)
    this.#clock = clock
    this.#activity = activity
    this.#activeMs = clock.elapsed()
    activity.onExchange(() => this.#noteActivity())
  }

  async advance(duration: Duration): Promise<void> {
    const end = this.#clock.elapsed() + toMs(duration)
    do await this.#stage(end - this.#clock.elapsed())
    while (this.#clock.elapsed() < end)
  }

  async #stage(leftMs: number): Promise<void> {
    if (this.#activity.moving.length > 0) this.#noteActivity()
    const maintainedMs = this.#activeMs + stageMs - this.#clock.elapsed()
    if (maintainedMs <= 0) this.#suspension = this.connectionClock.suspend()
    try {
      await this.#clock.advance(Math.min(leftMs, maintainedMs > 0 ? maintainedMs : stageMs))
    } finally {
      this.#resume()
    }
  }

  #noteActivity(): void {
    this.#activeMs = this.#clock.elapsed()
    this.#resume()
  }

  #resume(): void {
    this.#suspension?.[Symbol.dispose]()
    this.#suspension = undefined
  }
}
