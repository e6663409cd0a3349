/** A value without some of its paths. */
import type { FieldSet } from './field-set.ts'
import { fieldElement, itemElement } from './path-element.ts'
import { fieldShape, isMap, type ListShape, type MapShape, type Shape, shapeFor } from './shape.ts'

/** What is left; `undefined` if that is nothing. What is owned as a whole is kept as a whole. */
export function removePaths(value: unknown, shape: Shape, paths: FieldSet): unknown {
  if (paths.isEmpty) return value
  const known = shapeFor(shape, value)
  if (known.type === 'list' && known.relation !== 'atomic' && Array.isArray(value))
    return removeItems(value, known, paths)
  if (known.type === 'map' && !known.isAtomic && isMap(value)) return removeFields(value, known, paths)
  return value
}

function removeItems(value: readonly unknown[], list: ListShape, paths: FieldSet): unknown {
  const left = value.flatMap((item) => {
    const name = itemElement(list, item)
    if ('problem' in name) return [item]
    if (paths.hasMember(name.element)) return []
    const kept = removePaths(item, list.items, paths.below(name.element))
    return kept === undefined ? [] : [kept]
  })
  return left.length > 0 ? left : undefined
}

function removeFields(value: Record<string, unknown>, map: MapShape, paths: FieldSet): unknown {
  const left: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    const element = fieldElement(name)
    if (paths.hasMember(element)) continue
    const kept = removePaths(item, fieldShape(map, name), paths.below(element))
    if (kept !== undefined) left[name] = kept
  }
  return Object.keys(left).length > 0 ? left : undefined
}
