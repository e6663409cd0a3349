/**
 * Shares one request between many callers. Each caller gets a response to a request that was sent after its call, and at most
 * one request is in flight: callers that arrive meanwhile wait for the next one.
 */
export class SharedRequest<Answer> {
  readonly #question: () => Promise<Answer>
  #asking: Promise<Answer> | undefined
  #next: Promise<Answer> | undefined

  constructor(question: () => Promise<Answer>) {
    this.#question = question
  }

  /** Failure: rejects like the request. */
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
