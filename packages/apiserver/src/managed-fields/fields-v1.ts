/** `FieldsV1`: a set of paths as `managedFields` stores it. */
import { FieldSet } from './field-set.ts'
import { isMap } from './shape.ts'

/** Marks a step that is in the set itself and also leads to others. */
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

/** `undefined` if the value is not a set of fields. Steps of a sort nobody knows are passed over, and all below them. */
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

/** What may follow the letter of a step. */
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
