/**
 * A work queue that processes one key at a time.
 *
 * Guarantees
 * - Queued keys are deduplicated; a key added while it is being processed is processed once more.
 * - Processing never starts in the turn in which a key was added.
 */
export class TaskList implements AsyncDisposable {
  readonly #work: (key: string) => Promise<void>
  readonly #waiting = new Set<string>()
  /** Set while a key is queued or being processed. */
  #running: Promise<void> | undefined
  #isClosed = false

  /** @param work must not reject */
  constructor(work: (key: string) => Promise<void>) {
    this.#work = work
  }

  add(key: string): void {
    if (this.#isClosed) return
    this.#waiting.add(key)
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    await Promise.resolve()
    // Iterating a Set also visits the keys added meanwhile.
    for (const key of this.#waiting) {
      if (this.#isClosed) break
      this.#waiting.delete(key)
      await this.#work(key)
    }
    this.#running = undefined
  }

  /** Waits for the current key; queued keys are dropped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#running
  }
}
