/** Suggests names similar to a mistyped one. Pure. */

/** At most three, best match first; none that differs in more than a third. */
export function nearest(given: string, known: readonly string[]): readonly string[] {
  return known
    .map((name) => ({ name, distance: name.includes(given) ? 0 : distanceOf(given, name) }))
    .filter(({ name, distance }) => distance <= Math.max(name.length, given.length) / 3)
    .sort((one, two) => one.distance - two.distance)
    .slice(0, 3)
    .map(({ name }) => name)
}

/** The edit distance. */
function distanceOf(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1]
    for (const [column, other] of Array.from(two).entries()) {
      next.push(Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)!
}
