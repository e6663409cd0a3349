/** Ends a request without a response. Each transport reports it as its own kind of broken connection. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  /** Whether the request may have been processed. */
  readonly mayHaveHappened: boolean

  constructor(mayHaveHappened: boolean) {
    super(mayHaveHappened ? 'the connection was lost before the answer came' : 'the connection was refused')
    this.mayHaveHappened = mayHaveHappened
  }
}
