/** Merges two lists: items with the same merge key are merged, the rest are concatenated. */
import { goFormat, goTypeName } from '../go/go-value-text.ts'
import { plainFailure } from '../status/failures.ts'
import { patchDirective, type PatchMap } from './directive.ts'
import { orderElements } from './element-order.ts'
import { GoSlice } from './go-slice.ts'
import { NamedPositions } from './named-positions.ts'
import { listOfLists, noMergeKey, unknownDirection } from './merge-failure.ts'
import { withoutRepeated } from './without-repeated.ts'

/** Merges an item of the list with its counterpart in the patch. */
export type MergeItem = (original: PatchMap, patch: PatchMap) => PatchMap

/** @param original is modified: removing items shifts the later ones */
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

/** The common Go type of all items. Failure: a Status if the types differ, are lists, or there are no items. */
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

/** Applies the directives among the items and returns the items that are left to merge. */
function directed(original: GoSlice, patch: readonly PatchMap[], key: string) {
  const items: PatchMap[] = []
  const deleted = new Set<unknown>()
  let isReplaced = false
  for (const item of patch) {
    if (!Object.hasOwn(item, patchDirective)) items.push(item)
    else if (item[patchDirective] === 'delete') deleted.add(nameFor(item, key))
    else if (item[patchDirective] === 'replace') isReplaced = true
    else if (item[patchDirective] === 'merge') throw plainFailure('merging lists cannot yet be specified in the patch')
    else throw unknownDirection(item[patchDirective], item)
  }
  if (deleted.size > 0) {
    const positions = new NamedPositions(original, key)
    original.removeAll([...deleted].flatMap((name) => positions.all(name)))
  }
  return isReplaced ? { kept: new GoSlice(items), items: [] } : { kept: original, items }
}

function nameFor(item: PatchMap, key: string): unknown {
  if (!Object.hasOwn(item, key)) throw noMergeKey(item, key)
  return item[key]
}

function mergeItems(merged: GoSlice, patch: readonly PatchMap[], key: string, mergeItem: MergeItem): void {
  const positions = new NamedPositions(merged, key)
  for (const item of patch) {
    const name = nameFor(item, key)
    const at = positions.first(name)
    if (at === undefined) {
      positions.add(merged.length, item)
      merged.append(item)
    } else {
      const changed = mergeItem(merged.at(at) as PatchMap, item)
      merged.put(at, changed)
      // A patch may set the merge key to null, which removes it from the item.
      if (!Object.hasOwn(changed, key)) positions.dropFirst(name)
    }
  }
}
