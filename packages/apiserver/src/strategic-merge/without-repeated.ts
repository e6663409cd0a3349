/**
 * Each value once. The API server overwrites a repeated value with the last one of the list and cuts that off, so the order
 * changes; this gives the same order in n log n steps.
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
    // Values that were moved here came from behind and stand out of order.
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
