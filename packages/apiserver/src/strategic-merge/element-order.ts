/** The order of a merged list: what the patch lists in its order, what only the server has where it stood. */
import { getOwn } from '@kubewright/core'
import { isMap, patchDirective, type PatchMap } from './directive.ts'
import { insertionOrder } from './insertion-order.ts'
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

/** Failure: a Status for an item without a name. */
export function nameOf(item: unknown, key: string): unknown {
  if (!isMap(item)) throw badType('map[string]interface {}', item)
  if (!Object.hasOwn(item, key)) throw noMergeKey(item, key)
  return item[key]
}

type Rank = (item: unknown) => number

/** Takes a server's item before a patched one only if it stood before it. */
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

/** What is marked to be deleted comes last. */
function sortBy(items: readonly unknown[], order: readonly unknown[], identity: ItemIdentity): unknown[] {
  const rank = rankIn(order, identity)
  if (!identity.isOfMaps) return insertionOrder(items, rank)
  for (const item of items) nameOf(item, identity.key)
  for (const item of order) nameOf(item, identity.key)
  const isDeletion = (item: unknown) => getOwn(item as PatchMap, patchDirective) === 'delete'
  const kept = items.filter((item) => !isDeletion(item))
  return [...insertionOrder(kept, rank), ...items.filter(isDeletion)]
}

/** Where an item first stands in a list; −1 if it does not. */
function rankIn(list: readonly unknown[], { key, isOfMaps }: ItemIdentity): Rank {
  const idOf = isOfMaps ? (item: unknown) => nameIn(item, key) : (item: unknown) => item
  const ranks = new Map<unknown, number>()
  for (const [at, item] of list.entries()) {
    const id = idOf(item)
    if (!ranks.has(id)) ranks.set(id, at)
  }
  return (item) => ranks.get(idOf(item)) ?? -1
}
