/** Ends things one after the other, the last first. Every one gets its turn, even after another could not be ended. */

/** Failure: rejects with what failed first; if several did, with an `AggregateError` of all. */
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
