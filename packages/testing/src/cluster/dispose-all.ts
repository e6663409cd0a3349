/** Disposes resources one after the other, last first. A failure does not stop the rest. */

/** Failure: rejects with the only failure, or with an `AggregateError` of several. */
export async function disposeAll(things: readonly AsyncDisposable[]): Promise<void> {
  const failures: unknown[] = []
  for (const thing of things.toReversed()) {
    try {
      await thing[Symbol.asyncDispose]()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} parts of a cluster could not be ended`)
  if (failures.length === 1) throw failures[0]
}
