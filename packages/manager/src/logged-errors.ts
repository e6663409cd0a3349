/** Errors that a log has already, so that whoever passes them on does not say them again. */
const logged = new WeakSet<object>()

export function markLogged(error: unknown): void {
  if (typeof error === 'object' && error !== null) logged.add(error)
}

export function wasLogged(error: unknown): boolean {
  return typeof error === 'object' && error !== null && logged.has(error)
}
