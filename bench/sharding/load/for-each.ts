/** Runs work periodically for each of many objects, first one period after it was added. */
import type { Clock } from '@kubewright/core'

export interface ForEachOptions {
  readonly clock: Clock
  readonly everyMs: number
  readonly signal: AbortSignal
}

export class ForEach<Key> {
  readonly #options: ForEachOptions
  readonly #work: (key: Key) => Promise<unknown>
  readonly #timers = new Map<Key, Disposable>()
  readonly #underWay = new Set<Promise<unknown>>()
  #begun = 0

  constructor(options: ForEachOptions, work: (key: Key) => Promise<unknown>) {
    this.#options = options
    this.#work = work
    options.signal.addEventListener('abort', () => this.#clear(), { once: true })
  }

  /** The total number of runs. */
  get begun(): number {
    return this.#begun
  }

  /** Has no effect on an existing key. */
  add(key: Key): void {
    if (this.#options.signal.aborted || this.#timers.has(key)) return
    this.#arm(key, this.#options.clock.elapsed() + this.#options.everyMs)
  }

  remove(key: Key): void {
    this.#timers.get(key)?.[Symbol.dispose]()
    this.#timers.delete(key)
  }

  /** Resolves when everything in flight has ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  #arm(key: Key, at: number): void {
    const { clock, everyMs } = this.#options
    const run = () => {
      this.#arm(key, at + everyMs)
      this.#begun++
      const one: Promise<unknown> = this.#work(key).finally(() => this.#underWay.delete(one))
      this.#underWay.add(one)
      one.catch(() => undefined) // the work reports its own errors
    }
    this.#timers.set(key, clock.schedule(Math.max(0, at - clock.elapsed()), run))
  }

  #clear(): void {
    for (const timer of this.#timers.values()) timer[Symbol.dispose]()
    this.#timers.clear()
  }
}
