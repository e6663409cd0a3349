/** A failure that trying again does not mend: the object has to be edited first. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError'
  /** What it is known by, so that two copies of this package agree. */
  readonly code = 'KW_CONTROLLER_TERMINAL'
}
