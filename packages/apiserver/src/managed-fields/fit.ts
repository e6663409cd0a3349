/** Validates that a value fits its schema, a precondition for owning its fields separately. */
import { goFormat, goSyntax, goTypeName } from '../go/go-value-text.ts'
import { fieldElement, formatElement, formatPath, itemElement, positionElement } from './path-element.ts'
import { isMap, type ListShape, type MapShape, type ScalarShape, type Shape, shapeFor } from '../kinds/shape.ts'

/** Lists every mismatch in the value. */
export class ShapeMismatch extends Error {
  override readonly name = 'ShapeMismatch'

  constructor(problems: readonly string[]) {
    super(problems.length === 1 ? problems[0] : ['errors:', ...problems].join('\n  '))
  }
}

/** Checks everything, also the contents of atomic values. Failure: throws `ShapeMismatch`. */
export function assertFits(value: unknown, shape: Shape): void {
  const problems: string[] = []
  visit(value, shape, { path: [], problems })
  if (problems.length > 0) throw new ShapeMismatch(problems)
}

interface Place {
  readonly path: readonly string[]
  /** The problems of the whole value, in the order found. */
  readonly problems: string[]
}

const below = ({ path, problems }: Place, element: string): Place => ({ path: [...path, element], problems })

function visit(value: unknown, shape: Shape, place: Place): void {
  const known = shapeFor(shape, value)
  if (value === null || value === undefined) return
  if (known.type === 'scalar') checkScalar(value, known, place)
  else if (known.type === 'list') checkList(value, known, place)
  else checkMap(value, known, place)
}

function checkList(value: unknown, list: ListShape, place: Place): void {
  if (!Array.isArray(value)) return complain(place, `expected list, got &{${goFormat(value)}}`)
  const seen = new Set<string>()
  for (const [at, item] of value.entries()) {
    const found = list.relation === 'atomic' ? { element: positionElement(at) } : itemElement(list, item)
    // The first item without a valid key ends the check of the list.
    if ('problem' in found) return complain(place, `element ${at}: ${found.problem}`)
    if (seen.has(found.element)) complain(place, `duplicate entries for key ${formatElement(found.element)}`)
    seen.add(found.element)
    visit(item, list.items, below(place, found.element))
  }
}

function checkMap(value: unknown, map: MapShape, place: Place): void {
  if (!isMap(value)) return complain(place, `expected map, got &{${goFormat(value)}}`)
  for (const [name, item] of Object.entries(value)) {
    const here = below(place, fieldElement(name))
    const shape = map.declared(name) ?? map.others
    // The first unknown field ends the check of the map.
    if (shape === undefined) return complain(here, 'field not declared in schema')
    visit(item, shape, here)
  }
}

function checkScalar(value: unknown, { holds }: ScalarShape, place: Place): void {
  if (holds === undefined || isOne(value, holds)) return
  const expected = holds === 'numeric' ? 'numeric (int or float)' : holds
  complain(place, `expected ${expected}, got ${shownAs(value, holds)}`)
}

function isOne(value: unknown, holds: NonNullable<ScalarShape['holds']>): boolean {
  if (holds === 'any scalar') return typeof value !== 'object'
  return typeof value === (holds === 'numeric' ? 'number' : holds)
}

/** kube-apiserver formats a wrong value differently for each expected type. */
function shownAs(value: unknown, holds: NonNullable<ScalarShape['holds']>): string {
  if (holds === 'numeric') return goTypeName(value)
  return holds === 'string' ? `&value.valueUnstructured{Value:${goSyntax(value)}}` : `&{${goFormat(value)}}`
}

function complain({ path, problems }: Place, what: string): void {
  problems.push(path.length === 0 ? what : `${formatPath(path)}: ${what}`)
}
