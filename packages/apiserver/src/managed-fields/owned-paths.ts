/** Which paths a value consists of: what an applier of it comes to own. */
import { type FieldSet, FieldSetBuilder } from './field-set.ts'
import { fieldElement, formatPath, itemElement } from './path-element.ts'
import { goFormat, goSyntax, goTypeName } from '../codec/go-value-text.ts'
import { fieldShape, isMap, type ListShape, type MapShape, type ScalarShape, type Shape, shapeFor } from './shape.ts'

/** A value that does not fit its schema cannot be owned piece by piece. */
export class ShapeMismatch extends Error {
  override readonly name = 'ShapeMismatch'
}

export function ownedPaths(value: unknown, shape: Shape): FieldSet {
  const builder = new FieldSetBuilder()
  visit(value, shape, [], builder)
  return builder.build()
}

function visit(value: unknown, shape: Shape, path: readonly string[], into: FieldSetBuilder): void {
  const known = shapeFor(shape, value)
  switch (known.type) {
    case 'scalar':
      checkScalar(value, known, path)
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
  if (!Array.isArray(value)) throw mismatch(path, 'list', value)
  const seen = new Set<string>()
  for (const [at, item] of value.entries()) {
    const found = itemElement(list, item)
    if ('problem' in found) throw new ShapeMismatch(`${formatPath(path)}: element ${at}: ${found.problem}`)
    if (seen.has(found.element)) {
      throw new ShapeMismatch(`${formatPath(path)}: duplicate entries for key ${formatPath([found.element])}`)
    }
    seen.add(found.element)
    const below = [...path, found.element]
    visit(item, list.items, below, into)
    into.add(below)
  }
}

function visitMap(value: unknown, map: MapShape, path: readonly string[], into: FieldSetBuilder): void {
  if (map.isAtomic) return into.add(path)
  if (value === null || value === undefined) return
  if (!isMap(value)) throw mismatch(path, 'map', value)
  for (const [name, item] of Object.entries(value)) {
    const below = [...path, fieldElement(name)]
    const declared = map.declared(name)
    if (declared === undefined && map.others === undefined) {
      throw new ShapeMismatch(`${formatPath(below)}: field not declared in schema`)
    }
    visit(item, fieldShape(map, name), below, into)
    const isHollow = item === null || (isMap(item) && Object.keys(item).length === 0)
    if (isHollow || declared === undefined) into.add(below)
  }
}

function checkScalar(value: unknown, { holds }: ScalarShape, path: readonly string[]): void {
  if (value === null || value === undefined || holds === undefined || fits(value, holds)) return
  const expected = holds === 'numeric' ? 'numeric (int or float)' : holds
  throw new ShapeMismatch(`${formatPath(path)}: expected ${expected}, got ${shownAs(value, holds)}`)
}

function fits(value: unknown, holds: NonNullable<ScalarShape['holds']>): boolean {
  if (holds === 'any scalar') return typeof value !== 'object'
  return typeof value === (holds === 'numeric' ? 'number' : holds)
}

/** The server shows a wrong value in a different way for each thing it should have been. */
function shownAs(value: unknown, holds: NonNullable<ScalarShape['holds']>): string {
  if (holds === 'numeric') return goTypeName(value)
  return holds === 'string' ? `&value.valueUnstructured{Value:${goSyntax(value)}}` : `&{${goFormat(value)}}`
}

function mismatch(path: readonly string[], expected: string, value: unknown): ShapeMismatch {
  return new ShapeMismatch(`${formatPath(path)}: expected ${expected}, got &{${goFormat(value)}}`)
}
