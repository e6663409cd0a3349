/** A set that also contains every declared field on the path to a member. */
import { FieldSet } from './field-set.ts'
import { fieldName } from './path-element.ts'
import { fieldShape, type Shape } from '../kinds/shape.ts'

/**
 * Owning `spec.template.spec` also keeps `spec` and `spec.template` from being removed. Keys of free-form maps and list items
 * are not declared fields: they are owned themselves or not at all.
 */
export function withNamedFields(set: FieldSet, shape: Shape): FieldSet {
  const elements = set.elements()
  const members = elements.filter((element) => set.hasMember(element) || isDeclared(element, shape))
  return FieldSet.of(
    members,
    elements.map((element) => [element, withNamedFields(set.below(element), shapeBelow(element, shape))] as const),
  )
}

function isDeclared(element: string, shape: Shape): boolean {
  const name = fieldName(element)
  return name !== undefined && shape.type === 'map' && shape.declared(name) !== undefined
}

function shapeBelow(element: string, shape: Shape): Shape {
  if (shape.type === 'list') return shape.items
  const name = fieldName(element)
  return name !== undefined && shape.type === 'map' ? fieldShape(shape, name) : { type: 'unknown' }
}
