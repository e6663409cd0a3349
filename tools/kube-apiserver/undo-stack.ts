/** A stack of cleanup steps, undone in reverse order. A partial start is undone like a complete one. */
export class UndoStack implements AsyncDisposable {
  readonly #steps: AsyncDisposable[] = []

  /** Disposes `thing` when the stack is disposed. Returns it. */
  use<T extends AsyncDisposable>(thing: T): T {
    this.#steps.push(thing)
    return thing
  }

  defer(step: () => Promise<void>): void {
    this.#steps.push({ [Symbol.asyncDispose]: step })
  }

  /** Every step runs, even after a failure; the first failure is thrown. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = []
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step[Symbol.asyncDispose]()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}
