/** A failure that trying again does not mend: the object has to be edited first. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError'
}
