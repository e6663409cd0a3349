/** Closes resources in reverse order. Every one of them is closed, even after another has failed. */

/**
 * Empties the list, so that a second call does nothing.
 *
 * Failure: rejects with the error; if there are several, with an `AggregateError` of all.
 */
export async function closeAll(opened: (Disposable | AsyncDisposable)[]): Promise<void> {
  const failures: unknown[] = []
  for (let last = opened.pop(); last !== undefined; last = opened.pop()) {
    try {
      if (Symbol.asyncDispose in last) await last[Symbol.asyncDispose]()
      else last[Symbol.dispose]()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} parts of a server could not be closed`)
  if (failures.length === 1) throw failures[0]
}
