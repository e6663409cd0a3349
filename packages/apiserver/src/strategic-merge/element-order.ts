/** The order of a merged list: what the patch lists in its order, what only the server has where it stood. */
import { isMap, patchDirective, type PatchMap } from './directive.ts'
import { badType, noMergeKey } from './merge-failure.ts'

/** How the items of a list are told apart. */
export interface ItemIdentity {
  /** The field that names an item; empty for plain values. */
  readonly key: string
  readonly isOfMaps: boolean
}

/** @param serverOrder the list as it was */
export function orderElements(
  merged: readonly unknown[],
  patchOrder: readonly unknown[],
  serverOrder: readonly unknown[],
  identity: ItemIdentity,
): unknown[] {
  const { patched, servers } = partition(merged, patchOrder, identity.key)
  const [right, left] = [sortBy(patched, patchOrder, identity), sortBy(servers, serverOrder, identity)]
  return interleave(left, right, (item) => indexIn(serverOrder, item, identity))
}

function partition(merged: readonly unknown[], order: readonly unknown[], key: string) {
  const isListed = key === '' ? (item: unknown) => order.includes(item) : (item: unknown) => isNamed(item, order, key)
  const patched: unknown[] = []
  const servers: unknown[] = []
  for (const item of merged) (isListed(item) ? patched : servers).push(item)
  return { patched, servers }
}

function isNamed(item: unknown, order: readonly unknown[], key: string): boolean {
  const name = nameOf(item, key)
  return order.some((entry) => isMap(entry) && entry[key] === name)
}

/** Failure: a Status for an item without a name. */
export function nameOf(item: unknown, key: string): unknown {
  if (!isMap(item)) throw badType('map[string]interface {}', item)
  if (!Object.hasOwn(item, key)) throw noMergeKey(item, key)
  return item[key]
}

/** Takes a server's item before a patched one only if it stood before it. */
function interleave(left: readonly unknown[], right: readonly unknown[], rank: (item: unknown) => number): unknown[] {
  const result: unknown[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    const [mine, theirs] = [rank(left[i]), rank(right[j])]
    const isServerFirst = mine >= 0 && theirs >= 0 && mine < theirs
    result.push(isServerFirst ? left[i++] : right[j++])
  }
  return [...result, ...right.slice(j), ...left.slice(i)]
}

/** What is marked to be deleted comes last. */
function sortBy(items: readonly unknown[], order: readonly unknown[], identity: ItemIdentity): unknown[] {
  if (!identity.isOfMaps) return sorted(items, order, identity)
  for (const item of [...items, ...order]) nameOf(item, identity.key)
  const isDeletion = (item: unknown) => (item as PatchMap)[patchDirective] === 'delete'
  const kept = items.filter((item) => !isDeletion(item))
  return [...sorted(kept, order, identity), ...items.filter(isDeletion)]
}

/** The order is none by the book: what it does not mention comes before all. So the way of sorting is part of it. */
function sorted(items: readonly unknown[], order: readonly unknown[], identity: ItemIdentity): unknown[] {
  const result = [...items]
  const comesFirst = (one: unknown, other: unknown) => {
    const [i, j] = [indexIn(order, one, identity), indexIn(order, other, identity)]
    return i >= 0 && j >= 0 ? i < j : true
  }
  for (let at = 1; at < result.length; at++) {
    for (let to = at; to > 0 && comesFirst(result[to], result[to - 1]); to--) {
      ;[result[to - 1], result[to]] = [result[to], result[to - 1]]
    }
  }
  return result
}

function indexIn(list: readonly unknown[], item: unknown, { key, isOfMaps }: ItemIdentity): number {
  if (!isOfMaps) return list.indexOf(item)
  const nameIn = (one: unknown) => (isMap(one) ? one[key] : undefined)
  return list.findIndex((one) => nameIn(one) === nameIn(item))
}
