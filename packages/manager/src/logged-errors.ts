/** Marks errors that have been logged, so that callers further up do not log them again. */
const logged = new WeakSet<object>()

export function markLogged(error: unknown): void {
  if (typeof error === 'object' && error !== null) logged.add(error)
}

export function wasLogged(error: unknown): boolean {
  return typeof error === 'object' && error !== null && logged.has(error)
}
