/**
 * Strategic merge: a merge patch that knows which lists are merged item by item, under which key, and takes directions.
 * Pure; neither the object nor the patch is changed.
 */
import { plainFailure } from '../status/failures.ts'
import {
  isMap,
  orderedField,
  patchDirective,
  type PatchMap,
  retainKeysDirective,
  thinnedField,
  withoutDirectives,
} from './directive.ts'
import { orderElements } from './element-order.ts'
import { goFormat } from '../codec/go-value-text.ts'
import type { MergeRule } from './merge-rule.ts'

/** Failure: a Status for directions that make no sense. */
export function strategicMerge(original: PatchMap, patch: PatchMap, rule: MergeRule): PatchMap {
  const { [patchDirective]: direction, ...rest } = patch
  // What replaces is taken to the letter; directions inside it are unknown fields to whoever decodes the result.
  if (direction === 'replace') return rest
  if (direction === 'delete') return {}
  if (direction !== undefined && direction !== 'merge') throw unknownDirection(direction, patch)
  const merged = { ...retained(original, rest) }
  const ordered = mergeOrdered(merged, rest, rule)
  for (const [key, value] of Object.entries(rest)) {
    if (key === retainKeysDirective || orderedField(key) !== undefined || ordered.has(key)) continue
    mergeField(merged, key, value, rule)
  }
  return merged
}

function mergeField(merged: PatchMap, key: string, value: unknown, rule: MergeRule): void {
  const thinned = thinnedField(key)
  if (thinned !== undefined) return removeValues(merged, thinned, value)
  if (value === null) delete merged[key]
  else merged[key] = mergeValue(merged[key], value, rule.below(key))
}

function mergeValue(original: unknown, value: unknown, rule: MergeRule): unknown {
  if (isMap(original) && isMap(value))
    return rule.strategy === 'replace' ? value : strategicMerge(original, value, rule)
  if (Array.isArray(original) && Array.isArray(value))
    return rule.strategy === 'merge' ? mergeList(original, value, rule) : value
  return withoutDirectives(value)
}

/** Fields whose order the patch gives are merged first, then put in that order. */
function mergeOrdered(merged: PatchMap, patch: PatchMap, rule: MergeRule): ReadonlySet<string> {
  const done = new Set<string>()
  for (const [key, order] of Object.entries(patch)) {
    const field = orderedField(key)
    if (field === undefined || !Array.isArray(order)) continue
    const [original, value] = [merged[field], patch[field]]
    if (!Array.isArray(original) && !Array.isArray(value)) continue
    const below = rule.below(field)
    if (asList(original).length + asList(value).length === 0)
      throw plainFailure('no elements in any of the given slices')
    refuseOtherOrder(asList(value), order, identifierOf(below.key))
    const both = mergeList(asList(original), asList(value), below)
    merged[field] = orderElements(both, order, asList(original), identifierOf(below.key))
    done.add(field)
  }
  return done
}

/** The items of a patch must come in the order the patch itself gives. */
function refuseOtherOrder(
  items: readonly unknown[],
  order: readonly unknown[],
  identify: (item: unknown) => unknown,
): void {
  if (order.length === 0) return
  const kept = items.filter((item) => !(isMap(item) && item[patchDirective] === 'delete'))
  let at = 0
  for (const entry of order) if (at < kept.length && identify(kept[at]) === identify(entry)) at++
  if (at === kept.length) return
  throw plainFailure(
    `The order in patch list:\n${goFormat(items)}\n doesn't match $setElementOrder list:\n${goFormat(order)}\n`,
  )
}

function mergeList(original: readonly unknown[], patch: readonly unknown[], rule: MergeRule): unknown[] {
  const isOfMaps = [...original, ...patch].some(isMap)
  const identify = identifierOf(isOfMaps ? rule.key : '')
  if (!isOfMaps) return orderElements([...new Set([...original, ...patch])], patch, original, identify)
  if (rule.key === '') throw plainFailure('cannot merge lists without merge key for type map[string]interface {}')
  const { kept, items, isReplaced } = directed(original, patch, rule.key)
  const merged = isReplaced ? items : mergeItems(kept, items, rule)
  return orderElements(merged, items, kept, identify)
}

/** Carries out the directions among the items and gives what is left to merge. */
function directed(original: readonly unknown[], patch: readonly unknown[], key: string) {
  let kept = original
  const items: PatchMap[] = []
  let isReplaced = false
  for (const item of patch as readonly PatchMap[]) {
    const direction = item[patchDirective]
    if (direction === undefined) items.push(item)
    else if (direction === 'delete') kept = kept.filter((one) => (one as PatchMap)[key] !== keyOf(item, key))
    else if (direction === 'replace') isReplaced = true
    else if (direction === 'merge') throw plainFailure('merging lists cannot yet be specified in the patch')
    else throw unknownDirection(direction, item)
  }
  return { kept: isReplaced ? [] : kept, items, isReplaced }
}

function mergeItems(original: readonly unknown[], patch: readonly PatchMap[], rule: MergeRule): unknown[] {
  const merged = [...original]
  for (const item of patch) {
    const key = keyOf(item, rule.key)
    const at = merged.findIndex((one) => (one as PatchMap)[rule.key] === key)
    if (at < 0) merged.push(withoutDirectives(item))
    else merged[at] = strategicMerge(merged[at] as PatchMap, item, rule)
  }
  return merged
}

/** Only the fields the patch says to keep; the patch may not set others. */
function retained(original: PatchMap, patch: PatchMap): PatchMap {
  const keys = patch[retainKeysDirective]
  if (!Array.isArray(keys)) return original
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$') || value === null || keys.includes(key)) continue
    throw plainFailure(
      `${retainKeysDirective} directive ${JSON.stringify(keys)} does not contain the field ${key} of the patch`,
    )
  }
  return Object.fromEntries(Object.entries(original).filter(([key]) => keys.includes(key)))
}

function removeValues(merged: PatchMap, field: string, values: unknown): void {
  const original = merged[field]
  if (Array.isArray(original) && Array.isArray(values))
    merged[field] = original.filter((item) => !values.includes(item))
}

function keyOf(item: PatchMap, key: string): unknown {
  if (item[key] === undefined) throw plainFailure(`map: ${goFormat(item)} does not contain declared merge key: ${key}`)
  return item[key]
}

function identifierOf(key: string): (item: unknown) => unknown {
  return key === '' ? (item) => item : (item) => (isMap(item) ? item[key] : item)
}

function unknownDirection(direction: unknown, map: PatchMap): Error {
  return plainFailure(`unknown patch type: ${String(direction)} in map: ${goFormat(map)}`)
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
