/** The order of a merged list: what the patch lists in its order, what only the server has where it stood. */

/** @param identify what tells two items apart */
export function orderElements(
  merged: readonly unknown[],
  patchOrder: readonly unknown[],
  serverOrder: readonly unknown[],
  identify: (item: unknown) => unknown,
): unknown[] {
  const wanted = ranksOf(patchOrder, identify)
  const stood = ranksOf(serverOrder, identify)
  const rank = (ranks: ReadonlyMap<unknown, number>) => (item: unknown) => ranks.get(identify(item)) ?? Infinity
  const patched = sortBy(
    merged.filter((item) => wanted.has(identify(item))),
    rank(wanted),
  )
  const servers = sortBy(
    merged.filter((item) => !wanted.has(identify(item))),
    rank(stood),
  )
  return interleave(servers, patched, rank(stood))
}

/** Takes a server's item before a patched one only if it stood before it. */
function interleave(
  servers: readonly unknown[],
  patched: readonly unknown[],
  rank: (item: unknown) => number,
): unknown[] {
  const result: unknown[] = []
  let [left, right] = [0, 0]
  while (left < servers.length && right < patched.length) {
    const [mine, theirs] = [rank(servers[left]), rank(patched[right])]
    const isServerFirst = mine !== Infinity && theirs !== Infinity && mine < theirs
    result.push(isServerFirst ? servers[left++] : patched[right++])
  }
  return [...result, ...patched.slice(right), ...servers.slice(left)]
}

function ranksOf(items: readonly unknown[], identify: (item: unknown) => unknown): ReadonlyMap<unknown, number> {
  const ranks = new Map<unknown, number>()
  for (const [at, item] of items.entries()) if (!ranks.has(identify(item))) ranks.set(identify(item), at)
  return ranks
}

function sortBy(items: readonly unknown[], rank: (item: unknown) => number): unknown[] {
  return items
    .map((item, at) => ({ item, at, rank: rank(item) }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ item }) => item)
}
