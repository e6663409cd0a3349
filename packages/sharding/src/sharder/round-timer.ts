/** The pause between two rounds of the sharder. An event ends it early. */
import { type Clock, sleep } from '@kubewright/core'
import { pause } from '../pause.ts'

/** How often a round runs without events: failures are retried by then. */
const maxPauseMs = 5_000
/** Clocks are not exact enough to wait for a state change in smaller steps. */
const minPauseMs = 10
/** A resumed watch delivers one shard after another, and each would make a new ring. */
const debounceMs = 20
/** Reason of an early round. Shared, because creating an error costs more than the round. */
const woken = new Error('something happened')

export class RoundTimer {
  readonly #clock: Clock
  readonly #signal: AbortSignal
  #wake = new AbortController()

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock
    this.#signal = signal
  }

  /** A round begins: events from here on end the pause after it. */
  begin(): void {
    this.#wake = new AbortController()
  }

  /** An event: the next round starts as soon as further events have been collected. */
  wake(): void {
    this.#wake.abort(woken)
  }

  /** Resolves after the shortest of these times, within bounds, or after an event. Never rejects. */
  pause(...waitMs: readonly number[]): Promise<void> {
    const ms = Math.max(minPauseMs, Math.min(maxPauseMs, ...waitMs))
    return pause(this.#clock, ms, this.#signal, this.#wake.signal)
  }

  /** Whether an event ended the pause. */
  get isWoken(): boolean {
    return this.#wake.signal.aborted
  }

  /** Waits for further events. Never rejects. */
  debounce(): Promise<void> {
    return sleep(this.#clock, debounceMs, this.#signal).catch(() => undefined)
  }
}
