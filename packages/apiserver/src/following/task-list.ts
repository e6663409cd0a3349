/**
 * Keys that are worked on one after the other.
 *
 * Guarantees
 * - A key that waits already is not added twice; one that is being worked on is worked on once more.
 * - Work never begins in the turn in which a key was added.
 */
export class TaskList implements AsyncDisposable {
  readonly #work: (key: string) => Promise<void>
  readonly #waiting = new Set<string>()
  /** Set while anything waits or is worked on. */
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
    // A Set shows those who walk it what was added on the way.
    for (const key of this.#waiting) {
      if (this.#isClosed) break
      this.#waiting.delete(key)
      await this.#work(key)
    }
    this.#running = undefined
  }

  /** Waits for the key at hand; those that wait are forgotten. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#running
  }
}
