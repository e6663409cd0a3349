/**
 * The order that insertion sort gives when an item without a rank comes before everything it is compared with. That is no
 * order by the book, so the result depends on the algorithm. Computed in n log n steps instead of n².
 */

/**
 * Insertion sort, item by item: an item without a rank moves to the front. One with a rank moves left past items without one
 * and past greater ranks, and stops behind the first item with a rank that is not greater.
 *
 * @param rankOf negative for an item without a rank
 */
export function insertionOrder<Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] {
  const ranks = items.map(rankOf)
  if (ranks.every((rank, at) => rank >= 0 && (at === 0 || ranks[at - 1]! <= rank))) return [...items]
  const stops = findStops(ranks)
  // A linked list; the index of its head and of what follows each item, −1 for nothing.
  const after = new Int32Array(items.length)
  let head = -1
  for (const [at, stop] of stops.entries()) {
    if (stop < 0) {
      after[at] = head
      head = at
    } else {
      after[at] = after[stop]!
      after[stop] = at
    }
  }
  const result: Item[] = []
  for (let at = head; at >= 0; at = after[at]!) result.push(items[at]!)
  return result
}

/** For each item the earlier one it stops behind: the last of those with the greatest rank that is not above its own. */
function findStops(ranks: readonly number[]): Int32Array {
  const stops = new Int32Array(ranks.length).fill(-1)
  const ranked = [...ranks.keys()].filter((at) => ranks[at]! >= 0).sort((a, b) => ranks[a]! - ranks[b]! || a - b)
  const [before, behind] = [new Int32Array(ranks.length), new Int32Array(ranks.length)]
  for (const [place, at] of ranked.entries()) {
    before[at] = ranked[place - 1] ?? -1
    behind[at] = ranked[place + 1] ?? -1
  }
  // From the last item to the first: once the later ones are unlinked, the left neighbour is the one to stop behind.
  for (let at = ranks.length - 1; at >= 0; at--) {
    if (ranks[at]! < 0) continue
    const [left, right] = [before[at]!, behind[at]!]
    stops[at] = left
    if (left >= 0) behind[left] = right
    if (right >= 0) before[right] = left
  }
  return stops
}
