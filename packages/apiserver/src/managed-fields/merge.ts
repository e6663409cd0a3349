/** Merges an applied value into a live one: applied fields win, unmentioned fields stay. */
import { putKey } from '../go/go-value.ts'
import { ownField } from '../object/own-field.ts'
import { itemElement } from './path-element.ts'
import { fieldShape, isMap, type ListShape, type MapShape, type Shape, shapeFor } from '../kinds/shape.ts'

/** `undefined` means absent. Neither input is changed; the result may share parts with both. */
export function mergeValues(live: unknown, applied: unknown, shape: Shape): unknown {
  if (applied === undefined) return live
  if (live === undefined || live === null) return applied
  if (applied === null) return isOwnedByPiece(shapeFor(shape, live), live) ? live : applied
  const known = shapeFor(shape, applied)
  if (known.type !== shapeFor(shape, live).type) return applied
  if (known.type === 'map' && !known.isAtomic && isMap(live) && isMap(applied)) return mergeMaps(live, applied, known)
  if (known.type === 'list' && known.relation !== 'atomic' && Array.isArray(live) && Array.isArray(applied)) {
    return mergeLists(live, applied, known)
  }
  return applied
}

/** Whether the value is a non-empty, non-atomic container, which an applied null leaves unchanged. */
function isOwnedByPiece(shape: ReturnType<typeof shapeFor>, live: unknown): boolean {
  if (typeof live !== 'object' || live === null || Object.keys(live).length === 0) return false
  return shape.type === 'map' ? !shape.isAtomic : shape.type === 'list' && shape.relation !== 'atomic'
}

function mergeMaps(live: Record<string, unknown>, applied: Record<string, unknown>, map: MapShape): unknown {
  if (Object.keys(live).length === 0 && Object.keys(applied).length === 0) return applied
  const merged: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(live), ...Object.keys(applied)])) {
    const value = mergeValues(ownField(live, name), ownField(applied, name), fieldShape(map, name))
    if (value !== undefined) putKey(merged, name, value)
  }
  return merged
}

interface Named {
  readonly element: string
  readonly item: unknown
}

/**
 * Applied items come in their order. Live-only items keep their place before the shared item that followed them, as far as
 * that order allows.
 */
function mergeLists(live: readonly unknown[], applied: readonly unknown[], list: ListShape): unknown {
  if (live.length === 0 && applied.length === 0) return applied
  const [left, right] = [named(live, list), named(applied, list)]
  const byName = new Map(right.map((one) => [one.element, one.item]))
  const liveByName = new Map(left.map((one) => [one.element, one.item]))
  const merged: unknown[] = []
  const taken = new Set<string>()
  const take = ({ element, item }: Named) => {
    taken.add(element)
    merged.push(mergeValues(liveByName.get(element), item, list.items))
  }
  let at = 0
  for (const { element, item } of left) {
    if (!byName.has(element)) merged.push(item)
    else if (isNextShared(right, at, element, liveByName)) {
      // Items applied before the shared item also precede it in the result.
      while (right[at]!.element !== element) take(right[at++]!)
      take(right[at++]!)
    }
  }
  for (; at < right.length; at++) take(right[at]!)
  return merged
}

/** Whether `element` is the first applied item from `at` on that is also in the live list. */
function isNextShared(
  right: readonly Named[],
  at: number,
  element: string,
  live: ReadonlyMap<string, unknown>,
): boolean {
  for (let index = at; index < right.length; index++) {
    if (live.has(right[index]!.element)) return right[index]!.element === element
  }
  return false
}

function named(items: readonly unknown[], list: ListShape): readonly Named[] {
  return items.map((item, at) => {
    const name = itemElement(list, item)
    // An item without a valid key has no owner; a unique element keeps it in place.
    return { element: 'problem' in name ? `i:${at}` : name.element, item }
  })
}
