/**
 * Matches the items of two lists in order, with as few unmatched as possible (Myers' greedy algorithm). The cost grows with the length
 * and the number of differences; beyond `mostDifferences` the middle is not aligned at all.
 */

/** A section of two lists: the items that only one has, followed by the items that both have. */
export interface Stretch<Item> {
  readonly removed: readonly Item[]
  readonly added: readonly Item[]
  readonly kept: readonly (readonly [before: Item, after: Item])[]
}

type Same<Item> = (before: Item, after: Item) => boolean

/** Bounds the work to about a million steps, whatever the lists. */
const mostDifferences = 1_000

export function alignArrays<Item>(
  from: readonly Item[],
  to: readonly Item[],
  same: Same<Item>,
): readonly Stretch<Item>[] {
  const start = commonStart(from, to, same)
  const end = commonEnd(from.slice(start), to.slice(start), same)
  const before = from.slice(start, from.length - end)
  const after = to.slice(start, to.length - end)
  return [
    { removed: [], added: [], kept: pairs(from.slice(0, start), to.slice(0, start)) },
    ...stretches(before, after, matches(before, after, same)),
    { removed: [], added: [], kept: pairs(from.slice(from.length - end), to.slice(to.length - end)) },
  ]
}

function commonStart<Item>(from: readonly Item[], to: readonly Item[], same: Same<Item>): number {
  const shortest = Math.min(from.length, to.length)
  let count = 0
  while (count < shortest && same(from[count]!, to[count]!)) count++
  return count
}

function commonEnd<Item>(from: readonly Item[], to: readonly Item[], same: Same<Item>): number {
  const shortest = Math.min(from.length, to.length)
  let count = 0
  while (count < shortest && same(from.at(-1 - count)!, to.at(-1 - count)!)) count++
  return count
}

function pairs<Item>(from: readonly Item[], to: readonly Item[]): readonly (readonly [Item, Item])[] {
  return from.map((item, index) => [item, to[index]!])
}

/** Indexes into `from` and `to` of the same item; both strictly increasing. */
type Match = readonly [before: number, after: number]

function stretches<Item>(
  from: readonly Item[],
  to: readonly Item[],
  found: readonly Match[],
): readonly Stretch<Item>[] {
  let [before, after] = [0, 0]
  const ends: readonly Match[] = [...found, [from.length, to.length]]
  return ends.map(([nextBefore, nextAfter]) => {
    const isLast = nextBefore === from.length && nextAfter === to.length
    const stretch: Stretch<Item> = {
      removed: from.slice(before, nextBefore),
      added: to.slice(after, nextAfter),
      kept: isLast ? [] : [[from[nextBefore]!, to[nextAfter]!]],
    }
    ;[before, after] = [nextBefore + 1, nextAfter + 1]
    return stretch
  })
}

/** How far into `from` the paths of one round reach, by diagonal (index in `from` minus index in `to`), from -n to n. */
type Round = Int32Array

function matches<Item>(from: readonly Item[], to: readonly Item[], same: Same<Item>): readonly Match[] {
  const rounds: Round[] = []
  const most = Math.min(from.length + to.length, mostDifferences)
  for (let differences = 0; differences <= most; differences++) {
    const round = new Int32Array(2 * differences + 1)
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let before = entry(rounds, differences, diagonal).before
      while (before < from.length && before - diagonal < to.length && same(from[before]!, to[before - diagonal]!))
        before++
      round[diagonal + differences] = before
      if (before >= from.length && before - diagonal >= to.length)
        return retrace(rounds, differences, from.length, to.length)
    }
    rounds.push(round)
  }
  return []
}

/** Where a path enters a diagonal: by an item only `to` has (from above), or by one only `from` has (from the left). */
function entry(
  rounds: readonly Round[],
  differences: number,
  diagonal: number,
): { before: number; isAddition: boolean } {
  if (differences === 0) return { before: 0, isAddition: false }
  const previous = rounds[differences - 1]!
  const [left, above] = [previous[diagonal + differences - 2] ?? -1, previous[diagonal + differences] ?? -1]
  const isAddition = diagonal === -differences || (diagonal !== differences && left < above)
  return { before: isAddition ? above : left + 1, isAddition }
}

/** Follows the shortest path back from the end of both lists and collects the matches on it. */
function retrace(rounds: readonly Round[], differences: number, before: number, after: number): readonly Match[] {
  const found: Match[] = []
  for (let round = differences; round >= 0; round--) {
    const start = entry(rounds, round, before - after)
    while (before > start.before) found.push([--before, --after])
    if (start.isAddition) after--
    else before--
  }
  return found.reverse()
}
