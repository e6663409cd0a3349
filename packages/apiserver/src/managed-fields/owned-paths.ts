/** The paths of a value, which its applier comes to own. A part that does not fit its schema is owned as a whole. */
import { type FieldSet, FieldSetBuilder } from './field-set.ts'
import { fieldElement, itemElement } from './path-element.ts'
import { fieldShape, isMap, type ListShape, type MapShape, type Shape, shapeFor } from '../kinds/shape.ts'

export function ownedPaths(value: unknown, shape: Shape): FieldSet {
  const builder = new FieldSetBuilder()
  visit(value, shape, [], builder)
  return builder.build()
}

function visit(value: unknown, shape: Shape, path: readonly string[], into: FieldSetBuilder): void {
  const known = shapeFor(shape, value)
  switch (known.type) {
    case 'scalar':
      return into.add(path)
    case 'list':
      return visitList(value, known, path, into)
    case 'map':
      return visitMap(value, known, path, into)
  }
}

function visitList(value: unknown, list: ListShape, path: readonly string[], into: FieldSetBuilder): void {
  if (list.relation === 'atomic') return into.add(path)
  if (value === null || value === undefined) return
  if (!Array.isArray(value)) return into.add(path)
  for (const item of value) {
    const found = itemElement(list, item)
    if ('problem' in found) continue
    const below = [...path, found.element]
    visit(item, list.items, below, into)
    into.add(below)
  }
}

function visitMap(value: unknown, map: MapShape, path: readonly string[], into: FieldSetBuilder): void {
  if (map.isAtomic) return into.add(path)
  if (value === null || value === undefined) return
  if (!isMap(value)) return into.add(path)
  for (const [name, item] of Object.entries(value)) {
    const below = [...path, fieldElement(name)]
    visit(item, fieldShape(map, name), below, into)
    const isHollow = item === null || (isMap(item) && Object.keys(item).length === 0)
    if (isHollow || map.declared(name) === undefined) into.add(below)
  }
}
