/** Lists that are sets or maps: values, or keys, must be unique. */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { goJson } from './go-text.ts'
import { duplicate, invalid, type Problem } from './problem.ts'
import { factsOf } from './schema-facts.ts'
import { child } from './schema-path.ts'
import { schemaOfEntries, type StructuralSchema } from './structural-schema.ts'

/** Every item that duplicates an earlier one of a set, or its keys in a map, reported once. */
export function validateListTypes(value: JsonValue, schema: StructuralSchema, path = ''): readonly Problem[] {
  if (!factsOf(schema).hasListTypes) return []
  if (Array.isArray(value)) {
    const { items } = schema
    const below = items === undefined ? [] : value.flatMap((item, i) => validateListTypes(item, items, `${path}[${i}]`))
    return [...listProblems(value, schema, path), ...below]
  }
  return isJsonObject(value) ? fieldProblems(value, schema, path) : []
}

function fieldProblems(value: JsonObject, schema: StructuralSchema, path: string): readonly Problem[] {
  const problems: Problem[] = []
  const entries = schemaOfEntries(schema)
  if (entries !== undefined) {
    for (const [key, entry] of Object.entries(value)) {
      if (entry !== undefined) problems.push(...validateListTypes(entry, entries, `${path}[${key}]`))
    }
  }
  for (const [key, property] of factsOf(schema).fields) {
    const field = Object.hasOwn(value, key) ? value[key] : undefined
    if (field !== undefined) problems.push(...validateListTypes(field, property, child(path, key)))
  }
  return problems
}

function listProblems(value: readonly JsonValue[], schema: StructuralSchema, path: string): readonly Problem[] {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return repeats(value).map((index) => duplicate(`${path}[${index}]`, value[index]))
    case 'map':
      return mapProblems(value, schema['x-kubernetes-list-map-keys'] ?? [], path)
    default:
      return []
  }
}

function mapProblems(value: readonly JsonValue[], keys: readonly string[], path: string): readonly Problem[] {
  const stranger = value.findIndex((item) => item !== null && !isJsonObject(item))
  if (stranger >= 0) {
    const detail = 'must be an object for an array of list-type map'
    return [invalid(`${path}[${stranger}]`, value[stranger], detail)]
  }
  const identities = value.map((item) => identityOf(item as JsonObject | null, keys))
  return repeats(identities).map((index) => duplicate(`${path}[${index}]`, identities[index]))
}

function identityOf(item: JsonObject | null, keys: readonly string[]): JsonObject {
  const present = keys.filter((key) => item !== null && Object.hasOwn(item, key) && item[key] !== undefined)
  return Object.fromEntries(present.map((key) => [key, item![key]!]))
}

/** The indexes of second occurrences. Third ones are not reported again. */
function repeats(values: readonly JsonValue[]): readonly number[] {
  // Separate maps, because the serialized text of an object may equal a string value.
  const scalars = new Map<unknown, number>()
  const composites = new Map<unknown, number>()
  return values.flatMap((value, index) => {
    const isComposite = typeof value === 'object' && value !== null
    const [seen, key] = isComposite ? [composites, goJson(value)] : [scalars, value]
    const times = seen.get(key) ?? 0
    seen.set(key, times + 1)
    return times === 1 ? [index] : []
  })
}
