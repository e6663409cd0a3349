/** `FieldsV1`: the serialization of a field set in `managedFields`. */
import { FieldSet } from './field-set.ts'
import { isMap } from '../kinds/shape.ts'

/** Marks an element that is in the set itself and also has nested paths. */
const self = '.'

export function formatFieldsV1(set: FieldSet): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const element of set.elements()) {
    if (!set.leadsOn(element)) fields[element] = {}
    else {
      const below = formatFieldsV1(set.below(element))
      fields[element] = set.hasMember(element) ? { [self]: {}, ...below } : below
    }
  }
  return fields
}

/** `undefined` if the value is not a valid field set. Elements of an unknown type are skipped, with everything below them. */
export function parseFieldsV1(value: unknown): FieldSet | undefined {
  if (!isMap(value)) return undefined
  const members: string[] = []
  const children: [string, FieldSet][] = []
  for (const [element, below] of Object.entries(value)) {
    if (element === self) continue
    if (element.length < 2 || element[1] !== ':') return undefined
    const body = readers[element[0]!]
    if (body === undefined) continue
    if (!body(element.slice(2)) || !isMap(below)) return undefined
    const isLeaf = Object.keys(below).length === 0
    if (isLeaf || Object.hasOwn(below, self)) members.push(element)
    const child = parseFieldsV1(below)
    if (child === undefined) return undefined
    children.push([element, child])
  }
  return FieldSet.of(members, children)
}

/** Validates the text after an element's type letter. */
const readers: Readonly<Record<string, (text: string) => boolean>> = {
  f: () => true,
  k: (text) => isMap(parse(text)),
  v: (text) => parse(text) !== undefined,
  i: (text) => /^[-+]?\d+$/.test(text),
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
