/** A value that cannot be decoded; the message is Go's. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem'
}
