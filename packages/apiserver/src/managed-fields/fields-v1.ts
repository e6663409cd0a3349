/** `FieldsV1`: a set of paths as `managedFields` stores it. */
import { FieldSet } from './field-set.ts'
import { isMap } from './shape.ts'

/** Marks a step that is in the set itself and also leads to others. */
const self = '.'
const elementForm = /^(?:f:|[kvi]:)/

export function formatFieldsV1(set: FieldSet): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const element of set.elements()) {
    const below = formatFieldsV1(set.below(element))
    const isLeaf = Object.keys(below).length === 0
    fields[element] = set.hasMember(element) && !isLeaf ? { [self]: {}, ...below } : below
  }
  return fields
}

/** `undefined` if the value is not a set of fields. */
export function parseFieldsV1(value: unknown): FieldSet | undefined {
  if (!isMap(value)) return undefined
  const members: string[] = []
  const children: [string, FieldSet][] = []
  for (const [element, below] of Object.entries(value)) {
    if (element === self) continue
    if (!elementForm.test(element) || !isMap(below)) return undefined
    const isLeaf = Object.keys(below).length === 0
    if (isLeaf || Object.hasOwn(below, self)) members.push(element)
    const child = parseFieldsV1(below)
    if (child === undefined) return undefined
    children.push([element, child])
  }
  return FieldSet.of(members, children)
}
