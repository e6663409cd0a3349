/** A permanent failure: not retried until the object is edited. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError'
  /** Recognized by code, so that two copies of this package agree. */
  readonly code = 'KW_CONTROLLER_TERMINAL'
}

/** Whether only an edit of the object can resolve it. */
export function isTerminal(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null | undefined)?.code === 'KW_CONTROLLER_TERMINAL'
}
