/** The writes to one cluster that may still arrive there. */
import type { Clock } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import { inFlightMs } from '../shard/ownership.ts'
import { pause } from '../pause.ts'

export class SentWrites {
  readonly #clock: Clock
  readonly #pending = new Set<Promise<unknown>>()
  /** When the last write failed, possibly without a response. */
  #unansweredAt = -Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async send<Answer>(write: () => Promise<Answer>): Promise<Answer> {
    const sent = write()
    this.#pending.add(sent)
    try {
      return await sent
    } catch (error) {
      this.#unansweredAt = this.#clock.elapsed()
      throw error
    } finally {
      this.#pending.delete(sent)
    }
  }

  /** Whether no write that was sent can arrive any more. */
  get isSettled(): boolean {
    return this.#pending.size === 0 && !(this.#leftMs > 0)
  }

  /** Waits until no write that was sent can arrive any more, or `signal` is aborted. Returns `isSettled`. */
  async settled(signal: AbortSignal): Promise<boolean> {
    while (!this.isSettled && !signal.aborted) {
      if (this.#leftMs > 0) await pause(this.#clock, Math.max(1, this.#leftMs), signal)
      else await this.#answered(signal)
    }
    return this.isSettled
  }

  get #leftMs(): number {
    return this.#unansweredAt + inFlightMs - this.#clock.elapsed()
  }

  async #answered(signal: AbortSignal): Promise<void> {
    let listening: Disposable | undefined
    const aborted = new Promise<void>((resolve) => (listening = onAbort(signal, resolve)))
    await Promise.race([Promise.allSettled(this.#pending), aborted])
    listening?.[Symbol.dispose]()
  }
}
