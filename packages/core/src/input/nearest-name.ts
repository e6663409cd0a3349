/** Suggests the intended name for a misspelt one. */

/** The closest known name within an edit distance of `most`. */
export function nearestName(name: string, known: readonly string[], most = 2): string | undefined {
  const ranked = known.map((candidate) => [distance(name, candidate), candidate] as const).sort((a, b) => a[0] - b[0])
  const [best] = ranked
  return best !== undefined && best[0] <= most ? best[1] : undefined
}

/** Edit distance: letters added, removed or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
