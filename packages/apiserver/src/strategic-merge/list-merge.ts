/** Two lists made one: items with one name are merged, others stand beside each other. */
import { goFormat, goTypeName } from '../codec/go-value-text.ts'
import { plainFailure } from '../status/failures.ts'
import { isMap, patchDirective, type PatchMap } from './directive.ts'
import { orderElements } from './element-order.ts'
import { GoSlice } from './go-slice.ts'
import { listOfLists, noMergeKey, unknownDirection } from './merge-failure.ts'

/** How an item of the list is merged with one of the patch. */
export type MergeItem = (original: PatchMap, patch: PatchMap) => PatchMap

/** @param original is changed: where items are taken out, those behind them move */
export function mergeList(original: GoSlice, patch: readonly unknown[], key: string, mergeItem: MergeItem): unknown[] {
  if (original.items.length === 0 && patch.length === 0) return []
  const isOfMaps = elementType([original.items, patch]) === 'map[string]interface {}'
  if (!isOfMaps) {
    const merged = withoutRepeated([...original.items, ...patch])
    return orderElements(merged, patch, original.items, { key, isOfMaps })
  }
  if (key === '') throw plainFailure('cannot merge lists without merge key for struct')
  const { kept, items } = directed(original, patch as readonly PatchMap[], key)
  const stood = kept.share()
  mergeItems(kept, items, key, mergeItem)
  return orderElements(kept.items, items, stood.items, { key, isOfMaps })
}

/** What all items are, as Go calls it. Failure: a Status if they differ, are lists, or there are none. */
export function elementType(lists: readonly (readonly unknown[])[]): string {
  let found: string | undefined
  for (const item of lists.flat()) {
    const type = goTypeName(item)
    if (type === '[]interface {}') throw listOfLists()
    if (found !== undefined && found !== type)
      throw plainFailure(`list element types are not identical: ${goFormat(lists)}`)
    found = type
  }
  if (found === undefined) throw plainFailure('no elements in any of the given slices')
  return found
}

/** Carries out the directions among the items and gives what is left to merge. */
function directed(original: GoSlice, patch: readonly PatchMap[], key: string) {
  const items: PatchMap[] = []
  let isReplaced = false
  for (const item of patch) {
    if (!Object.hasOwn(item, patchDirective)) items.push(item)
    else if (item[patchDirective] === 'delete') deleteNamed(original, item, key)
    else if (item[patchDirective] === 'replace') isReplaced = true
    else if (item[patchDirective] === 'merge') throw plainFailure('merging lists cannot yet be specified in the patch')
    else throw unknownDirection(item[patchDirective], item)
  }
  return isReplaced ? { kept: new GoSlice(items), items: [] } : { kept: original, items }
}

function deleteNamed(original: GoSlice, item: PatchMap, key: string): void {
  if (!Object.hasOwn(item, key)) throw noMergeKey(item, key)
  for (let at = findNamed(original, key, item[key]); at >= 0; at = findNamed(original, key, item[key])) {
    original.removeAt(at)
  }
}

function mergeItems(merged: GoSlice, patch: readonly PatchMap[], key: string, mergeItem: MergeItem): void {
  for (const item of patch) {
    if (!Object.hasOwn(item, key)) throw noMergeKey(item, key)
    const at = findNamed(merged, key, item[key])
    if (at < 0) merged.append(item)
    else merged.put(at, mergeItem(merged.items[at] as PatchMap, item))
  }
}

function findNamed({ items }: GoSlice, key: string, name: unknown): number {
  return items.findIndex((item, at) => {
    if (!isMap(item)) throw plainFailure(`value for key ${at} is not a map`)
    return Object.hasOwn(item, key) && item[key] === name
  })
}

/** What comes twice is replaced by what comes last, so the order changes too. */
function withoutRepeated(values: unknown[]): unknown[] {
  let last = values.length - 1
  for (let at = 0; at < last; at++) {
    for (let other = at + 1; other <= last; other++) {
      if (values[at] !== values[other]) continue
      values[other] = values[last]
      last--
      other--
    }
  }
  return values.slice(0, last + 1)
}
