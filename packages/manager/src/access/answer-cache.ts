/** A short-lived cache that deduplicates concurrent lookups. Bounded, since callers may invent keys. */
import type { Clock } from '@kubewright/core'

export interface AnswerCacheOptions<Answer> {
  readonly clock: Clock
  /** Lifetime of an answer, in milliseconds. */
  readonly lifetimeOf: (answer: Answer) => number
  /** Maximum number of entries; the oldest is evicted first. */
  readonly most: number
}

interface Kept<Answer> {
  readonly answer: Promise<Answer>
  /** As `clock.elapsed()`; `Infinity` while the lookup is in flight. */
  until: number
}

export class AnswerCache<Answer> {
  readonly #options: AnswerCacheOptions<Answer>
  readonly #kept = new Map<string, Kept<Answer>>()

  constructor(options: AnswerCacheOptions<Answer>) {
    this.#options = options
  }

  /** Failure: the error of `ask`, for every waiting caller. It is not cached. */
  async get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const { clock, most } = this.#options
    const found = this.#kept.get(key)
    if (found !== undefined && clock.elapsed() < found.until) return found.answer
    const kept: Kept<Answer> = { answer: ask(), until: Infinity }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > most && oldest !== undefined) this.#kept.delete(oldest)
    try {
      const answer = await kept.answer
      kept.until = clock.elapsed() + this.#options.lifetimeOf(answer)
      return answer
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key)
      throw error
    }
  }
}
