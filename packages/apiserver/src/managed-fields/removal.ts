/** Removes paths from a value. */
import { putKey } from '../go/go-value.ts'
import type { FieldSet } from './field-set.ts'
import { fieldElement, itemElement } from './path-element.ts'
import { fieldShape, isMap, type ListShape, type MapShape, type Shape, shapeFor } from '../kinds/shape.ts'

/**
 * A container that loses its last part becomes `null`: empty, not absent. Built-in kinds read that as absent; custom resources
 * are rejected unless their schema allows null. Atomic values are kept as a whole.
 */
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
    return paths.hasMember(name.element) ? [] : [removePaths(item, list.items, paths.below(name.element))]
  })
  return left.length > 0 ? left : null
}

function removeFields(value: Record<string, unknown>, map: MapShape, paths: FieldSet): unknown {
  const left: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    const element = fieldElement(name)
    if (!paths.hasMember(element)) putKey(left, name, removePaths(item, fieldShape(map, name), paths.below(element)))
  }
  return Object.keys(left).length > 0 ? left : null
}
