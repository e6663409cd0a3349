/** The order of a merged list: items in the patch's order list follow it, server-only items keep their relative position. */
import { getOwn } from '@kubewright/core/json'
import { isMap, patchDirective, type PatchMap } from './directive.ts'
import { insertionOrder } from './insertion-order.ts'
import { badType, noMergeKey } from './merge-failure.ts'

/** How the items of a list are identified. */
export interface ItemIdentity {
  /** The merge key; empty for scalars. */
  readonly key: string
  readonly isOfMaps: boolean
}

/** @param serverOrder the list before the merge */
export function orderElements(
  merged: readonly unknown[],
  patchOrder: readonly unknown[],
  serverOrder: readonly unknown[],
  identity: ItemIdentity,
): unknown[] {
  const { patched, servers } = partition(merged, patchOrder, identity.key)
  const right = sortBy(patched, patchOrder, identity)
  const left = sortBy(servers, serverOrder, identity)
  return interleave(left, right, rankIn(serverOrder, identity))
}

function partition(merged: readonly unknown[], order: readonly unknown[], key: string) {
  const listed = new Set(key === '' ? order : order.map((entry) => nameIn(entry, key)))
  const patched: unknown[] = []
  const servers: unknown[] = []
  for (const item of merged) (listed.has(key === '' ? item : nameOf(item, key)) ? patched : servers).push(item)
  return { patched, servers }
}

function nameIn(item: unknown, key: string): unknown {
  return isMap(item) ? getOwn(item, key) : undefined
}

/** Failure: a Status for an item without the merge key. */
export function nameOf(item: unknown, key: string): unknown {
  if (!isMap(item)) throw badType('map[string]interface {}', item)
  if (!Object.hasOwn(item, key)) throw noMergeKey(item, key)
  return item[key]
}

type Rank = (item: unknown) => number

/** Puts a server-only item before a patched one only if it stood before it in the server's list. */
function interleave(left: readonly unknown[], right: readonly unknown[], rank: Rank): unknown[] {
  const result: unknown[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    const [mine, theirs] = [rank(left[i]), rank(right[j])]
    const isServerFirst = mine >= 0 && theirs >= 0 && mine < theirs
    result.push(isServerFirst ? left[i++] : right[j++])
  }
  return [...result, ...right.slice(j), ...left.slice(i)]
}

/** Items marked for deletion come last. */
function sortBy(items: readonly unknown[], order: readonly unknown[], identity: ItemIdentity): unknown[] {
  const rank = rankIn(order, identity)
  if (!identity.isOfMaps) return insertionOrder(items, rank)
  for (const item of items) nameOf(item, identity.key)
  for (const item of order) nameOf(item, identity.key)
  const isDeletion = (item: unknown) => getOwn(item as PatchMap, patchDirective) === 'delete'
  const kept = items.filter((item) => !isDeletion(item))
  return [...insertionOrder(kept, rank), ...items.filter(isDeletion)]
}

/** The first index of an item in a list; −1 if it is not in the list. */
function rankIn(list: readonly unknown[], { key, isOfMaps }: ItemIdentity): Rank {
  const idOf = isOfMaps ? (item: unknown) => nameIn(item, key) : (item: unknown) => item
  const ranks = new Map<unknown, number>()
  for (const [at, item] of list.entries()) {
    const id = idOf(item)
    if (!ranks.has(id)) ranks.set(id, at)
  }
  return (item) => ranks.get(idOf(item)) ?? -1
}
