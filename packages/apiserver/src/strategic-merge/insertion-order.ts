/**
 * The order that insertion sort yields when an item without a rank compares as less than everything. That comparison is not
 * a strict weak order, so the result depends on the algorithm. Computed in O(n log n) instead of O(n²).
 */

/**
 * Equals insertion sort, item by item: an item without a rank moves to the front. A ranked item moves left past unranked
 * items and greater ranks, and stops behind the first ranked item that is not greater.
 *
 * @param rankOf negative for an item without a rank
 */
export function insertionOrder<Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] {
  const ranks = items.map(rankOf)
  if (ranks.every((rank, at) => rank >= 0 && (at === 0 || ranks[at - 1]! <= rank))) return [...items]
  const stops = findStops(ranks)
  // A linked list: the index of its head, and the index of each item's successor; −1 for none.
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

/** For each item, the earlier item it stops behind: the last one with the greatest rank that does not exceed its own. */
function findStops(ranks: readonly number[]): Int32Array {
  const stops = new Int32Array(ranks.length).fill(-1)
  const ranked = [...ranks.keys()].filter((at) => ranks[at]! >= 0).sort((a, b) => ranks[a]! - ranks[b]! || a - b)
  const [before, behind] = [new Int32Array(ranks.length), new Int32Array(ranks.length)]
  for (const [place, at] of ranked.entries()) {
    before[at] = ranked[place - 1] ?? -1
    behind[at] = ranked[place + 1] ?? -1
  }
  // From last to first: once the later items are unlinked, the left neighbour is the item to stop behind.
  for (let at = ranks.length - 1; at >= 0; at--) {
    if (ranks[at]! < 0) continue
    const [left, right] = [before[at]!, behind[at]!]
    stops[at] = left
    if (left >= 0) behind[left] = right
    if (right >= 0) before[right] = left
  }
  return stops
}
