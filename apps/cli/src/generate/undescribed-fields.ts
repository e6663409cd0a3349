/** Fields whose parts have no description at all: mostly built-in types. Pure. See decision 0289. */
import type { SchemaField } from './schema-fields.ts'

/** The outermost such fields, by path, with how many fields are below each. @param fields in the order of the schema */
export function undescribedFields(fields: readonly SchemaField[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (let at = 0; at < fields.length; at += 1) {
    const { path } = fields[at]!
    const count = countBelow(fields, at)
    if (count === 0 || fields.slice(at + 1, at + 1 + count).some(({ text }) => text !== '')) continue
    found.set(path, count)
    at += count
  }
  return found
}

/** The fields without those below one of `paths`. */
export function withoutBelow(fields: readonly SchemaField[], paths: Iterable<string>): readonly SchemaField[] {
  const hidden = new Set<SchemaField>()
  const wanted = new Set(paths)
  for (const [at, field] of fields.entries()) {
    if (!wanted.has(field.path)) continue
    for (const below of fields.slice(at + 1, at + 1 + countBelow(fields, at))) hidden.add(below)
  }
  return fields.filter((field) => !hidden.has(field))
}

function countBelow(fields: readonly SchemaField[], at: number): number {
  const { path } = fields[at]!
  const isBelow = (other: string) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`)
  const end = fields.findIndex((field, index) => index > at && !isBelow(field.path))
  return (end < 0 ? fields.length : end) - at - 1
}
