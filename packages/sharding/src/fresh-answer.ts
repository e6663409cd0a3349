/**
 * One question that many ask. Each gets an answer that was asked for after he came, and no more than one question is under way:
 * whoever comes meanwhile waits for the next one.
 */
export class FreshAnswer<Answer> {
  readonly #question: () => Promise<Answer>
  #asking: Promise<Answer> | undefined
  #next: Promise<Answer> | undefined

  constructor(question: () => Promise<Answer>) {
    this.#question = question
  }

  /** Failure: rejects as the question does. */
  ask(): Promise<Answer> {
    if (this.#asking === undefined) return this.#begin()
    this.#next ??= this.#asking.then(
      () => this.#begin(),
      () => this.#begin(),
    )
    return this.#next
  }

  #begin(): Promise<Answer> {
    this.#next = undefined
    const asking = this.#question().finally(() => {
      if (this.#asking === asking) this.#asking = undefined
    })
    this.#asking = asking
    return asking
  }
}
