/** Ends an exchange without an answer. Each way in shows it as its own kind of broken connection. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  /** Whether the request may have been carried out. */
  readonly mayHaveHappened: boolean

  constructor(mayHaveHappened: boolean) {
    super(mayHaveHappened ? 'the connection was lost before the answer came' : 'the connection was refused')
    this.mayHaveHappened = mayHaveHappened
  }
}
