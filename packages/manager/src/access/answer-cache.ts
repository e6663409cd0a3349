/** Answers that stay true for a short time, each asked for once at a time. Bounded: whoever asks may make up keys. */
import type { Clock } from '@kubewright/core'

export interface AnswerCacheOptions<Answer> {
  readonly clock: Clock
  /** How long an answer is believed, in milliseconds. */
  readonly lifetimeOf: (answer: Answer) => number
  /** How many are kept; the oldest go first. */
  readonly most: number
}

interface Kept<Answer> {
  readonly answer: Promise<Answer>
  /** As `clock.elapsed()`; `Infinity` while it is asked for. */
  until: number
}

export class AnswerCache<Answer> {
  readonly #options: AnswerCacheOptions<Answer>
  readonly #kept = new Map<string, Kept<Answer>>()

  constructor(options: AnswerCacheOptions<Answer>) {
    this.#options = options
  }

  /** Failure: as `ask` fails, to everybody who waits for it; the next one asks again. */
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
