/**
 * Strategic merge patch: a merge patch that merges lists item by item under a merge key, and accepts directives. It
 * reproduces the server's behaviour exactly, quirks included.
 */
import { getOwn, setOwn } from '@kubewright/core/json'
import { goFormat } from '../go/go-value-text.ts'
import { plainFailure } from '../status/failures.ts'
import {
  discardNulls,
  isDirected,
  isMap,
  orderDirective,
  patchDirective,
  type PatchMap,
  put,
  retainKeysDirective,
  thinningDirective,
  withoutDirectives,
} from './directive.ts'
import { nameOf, orderElements } from './element-order.ts'
import { GoSlice } from './go-slice.ts'
import { elementType, mergeList } from './list-merge.ts'
import { badFormat, badType, unknownDirection } from './merge-failure.ts'
import type { MergeRule } from './merge-rule.ts'

/**
 * Returns the merged object. Both arguments are consumed; error messages show the patch in its partly consumed state.
 *
 * Failure: a Status for invalid directives.
 */
export function strategicMerge(original: PatchMap, patch: PatchMap, rule: MergeRule): PatchMap {
  if (isDirected(patch)) return replaceOrDelete(patch)
  retainKeys(original, patch)
  mergeOrdered(original, patch, rule)
  for (const [key, value] of Object.entries(patch)) {
    const thinned = fieldOf(key, thinningDirective, 'primitive list')
    if (thinned !== undefined) thinField(original, thinned, value, rule)
    else mergeField(original, key, value, rule)
  }
  return original
}

/** A replacement is used verbatim; directives inside it reach the decoder as unknown fields. */
function replaceOrDelete(patch: PatchMap): PatchMap {
  const direction = patch[patchDirective]
  if (direction === 'delete') return {}
  if (direction !== 'replace') throw unknownDirection(direction, patch)
  delete patch[patchDirective]
  return patch
}

function mergeField(original: PatchMap, key: string, value: unknown, rule: MergeRule): void {
  if (value === null) {
    delete original[key]
    return
  }
  const before = getOwn(original, key)
  const below = rule.below(key)
  if (isMap(before) && isMap(value))
    put(original, key, below.strategy === 'replace' ? value : strategicMerge(before, value, below))
  else if (Array.isArray(before) && Array.isArray(value)) setOwn(original, key, mergeLists(before, value, below))
  else {
    if (!isSameType(before, value)) discardNulls(value)
    put(original, key, withoutDirectives(value))
  }
}

function isSameType(one: unknown, other: unknown): boolean {
  return one !== null && typeof one === typeof other && Array.isArray(one) === Array.isArray(other)
}

function mergeLists(original: unknown[], patch: unknown[], rule: MergeRule): unknown[] {
  if (rule.strategy !== 'merge') return patch
  return mergeList(new GoSlice(original), patch, rule.key, (item, change) => strategicMerge(item, change, rule))
}

/** Applies `$deleteFromPrimitiveList`: removes the values from the list, or the field for `null`. */
function thinField(original: PatchMap, field: string, values: unknown, rule: MergeRule): void {
  if (values === null) {
    delete original[field]
    return
  }
  const before = getOwn(original, field)
  if (!Array.isArray(before) || !Array.isArray(values)) return
  if (before.length + values.length === 0) return
  setOwn(original, field, thinList(before, values, rule.below(field)))
}

function thinList(list: unknown[], values: unknown[], rule: MergeRule): unknown[] {
  if (elementType([list, values]) === 'map[string]interface {}') return mergeLists(list, values, rule)
  const unwanted = new Set(values)
  return list.filter((item) => !unwanted.has(item))
}

/** Keeps only the fields that the patch lists; the patch may not set any other. */
function retainKeys(original: PatchMap, patch: PatchMap): void {
  if (!Object.hasOwn(patch, retainKeysDirective)) return
  const given = patch[retainKeysDirective]
  delete patch[retainKeysDirective]
  if (!Array.isArray(given)) throw badFormat('retainKeys')
  const keys = new Set<unknown>(given)
  for (const [key, value] of Object.entries(patch)) {
    const isDirection = key.startsWith(thinningDirective) || key.startsWith(orderDirective)
    if (value !== null && !isDirection && !keys.has(key)) throw badFormat('retainKeys')
  }
  for (const key of Object.keys(original)) if (!keys.has(key)) delete original[key]
}

/** Merges the fields for which the patch gives an element order, and sorts them by it. */
function mergeOrdered(original: PatchMap, patch: PatchMap, rule: MergeRule): void {
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(orderDirective)) continue
    delete patch[key]
    if (!Array.isArray(order)) throw badType('[]interface {}', order)
    const field = fieldOf(key, orderDirective, 'setElementOrder list')!
    const merged = mergeInOrder(listIn(original, field), listIn(patch, field), order, rule.below(field))
    if (merged === undefined) continue
    setOwn(original, field, merged)
    delete patch[field]
  }
}

function listIn(map: PatchMap, field: string): unknown[] | undefined {
  if (!Object.hasOwn(map, field)) return undefined
  const list = map[field]
  if (!Array.isArray(list)) throw badType('[]interface {}', list)
  return list
}

function mergeInOrder(
  original: unknown[] | undefined,
  patch: unknown[] | undefined,
  order: readonly unknown[],
  rule: MergeRule,
): unknown[] | undefined {
  refuseOtherOrder(patch ?? [], order, rule.key)
  if (original === undefined && patch === undefined) return undefined
  const merged = mergeGiven(original, patch, rule)
  const isOfMaps = elementType([original ?? [], patch ?? []]) === 'map[string]interface {}'
  // The merge may have shifted the items of `original` by now. The server orders by the shifted list, and so does this.
  return orderElements(merged, order, original ?? [], { key: rule.key, isOfMaps })
}

function mergeGiven(original: unknown[] | undefined, patch: unknown[] | undefined, rule: MergeRule): unknown[] {
  if (patch === undefined) return original ?? []
  if (original === undefined) return withoutDirectives(patch) as unknown[]
  return mergeLists(original, patch, rule)
}

/** Failure: a Status if the patch's items are not in the order that the patch itself gives. */
function refuseOtherOrder(items: readonly unknown[], order: readonly unknown[], key: string): void {
  if (order.length === 0 || items.length === 0) return
  const kept = key === '' ? items : items.filter((item) => !isDeletion(item))
  let [at, position] = [0, 0]
  while (at < kept.length && position < order.length) {
    if (isDirected(kept[at])) at++
    else if (isSameItem(kept[at], order[position++], key)) at++
  }
  if (at >= kept.length) return
  throw plainFailure(
    `The order in patch list:\n${goFormat(items)}\n doesn't match ${orderDirective} list:\n${goFormat(order)}\n`,
  )
}

function isDeletion(item: unknown): boolean {
  if (!isMap(item)) throw badType('map[string]interface {}', item)
  return getOwn(item, patchDirective) === 'delete'
}

function isSameItem(one: unknown, other: unknown, key: string): boolean {
  return key === '' ? one === other : nameOf(one, key) === nameOf(other, key)
}

/** The field of a directive key; `undefined` if the key is not such a directive. Failure: a Status if it names no field. */
function fieldOf(key: string, directive: string, of: Parameters<typeof badFormat>[0]): string | undefined {
  if (!key.startsWith(directive)) return undefined
  const at = key.indexOf('/')
  if (at < 0 || key.slice(0, at) !== directive) throw badFormat(of)
  return key.slice(at + 1)
}
