/** Closes what was opened, the last first. Every part gets its turn, even after another could not be closed. */

/**
 * Empties the list, so that a second call finds nothing left to do.
 *
 * Failure: rejects with what failed first; if several did, with an `AggregateError` of all.
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
