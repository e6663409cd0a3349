/** Sets of indexes in the format of Jobs: `0,2-4`. Pure. */

export function parseIndexes(text: string | undefined): ReadonlySet<number> {
  const indexes = new Set<number>()
  for (const range of (text ?? '').split(',')) {
    const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? []
    if (first === undefined) continue
    for (let index = Number(first); index <= Number(last ?? first); index++) indexes.add(index)
  }
  return indexes
}

/** Two consecutive indexes are listed; more become a range. */
export function formatIndexes(indexes: Iterable<number>): string {
  const ranges: [first: number, last: number][] = []
  for (const index of [...indexes].sort((one, two) => one - two)) {
    const open = ranges.at(-1)
    if (open !== undefined && index === open[1] + 1) open[1] = index
    else ranges.push([index, index])
  }
  return ranges
    .map(([first, last]) =>
      first === last ? `${first}` : last === first + 1 ? `${first},${last}` : `${first}-${last}`,
    )
    .join(',')
}
