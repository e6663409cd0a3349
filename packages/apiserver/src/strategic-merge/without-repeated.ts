/**
 * Removes duplicates. The API server overwrites a duplicate with the last item and truncates the list, which changes the
 * order; this yields the same order in O(n log n).
 */
export function withoutRepeated(given: readonly unknown[]): unknown[] {
  const values = [...given]
  const positionsOf = new Map<unknown, number[]>()
  const note = (value: unknown, at: number) => {
    const known = positionsOf.get(value)
    if (known === undefined) positionsOf.set(value, [at])
    else known.push(at)
  }
  for (const [at, value] of values.entries()) note(value, at)
  let last = values.length - 1
  for (let at = 0; at < last; at++) {
    const value = values[at]
    // Sorted, because moving a value from the end appends its new, lower position.
    for (const repeated of positionsOf.get(value)!.sort((a, b) => a - b)) {
      if (repeated <= at || repeated > last || values[repeated] !== value) continue
      while (last > repeated && values[last] === value) last--
      if (last > repeated) {
        values[repeated] = values[last]
        note(values[repeated], repeated)
      }
      last--
    }
  }
  return values.slice(0, last + 1)
}
