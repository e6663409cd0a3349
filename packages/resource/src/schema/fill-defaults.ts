/**
 * Defaulting: fills in omitted fields, as the API server does after pruning.
 *
 * Defaults apply inside existing parents. A missing object is not created for its fields' defaults; give the object a default of its
 * own for that. `null` counts as omitted where the schema does not allow `null`.
 */
import { deepClone, isJsonObject, type JsonObject, type JsonValue, setOwn } from '@kubewright/core/json'
import { mapFields, mapItems } from './prune.ts'
import { factsOf } from './schema-facts.ts'
import { schemaOfEntries, schemaOfField, type StructuralSchema } from './structural-schema.ts'

/**
 * `value` with the defaults of `schema` filled in; the input is never modified.
 *
 * @example
 * ```ts
 * const schema = { type: 'object', properties: { replicas: { type: 'integer', default: 1 } } } as const
 * fillDefaults({}, schema) // => { replicas: 1 }
 * ```
 */
export function fillDefaults(value: JsonValue, schema: StructuralSchema | undefined): JsonValue {
  if (schema === undefined || !factsOf(schema).hasDefaults) return value
  if (Array.isArray(value)) return mapItems(value, (item) => fillOne(item, schema.items) ?? null)
  return isJsonObject(value) ? fillFields(value, schema) : value
}

function fillFields(value: JsonObject, schema: StructuralSchema): JsonObject {
  const filled = mapFields(value, (field, key) => {
    const isDeclared = schema.properties !== undefined && Object.hasOwn(schema.properties, key)
    if (isDeclared) return fillOne(field, schema.properties![key])
    return schema.additionalProperties === undefined ? field : fillOne(field, schemaOfEntries(schema))
  })
  const missing = factsOf(schema).fields.filter(([key, property]) => property.default != null && !has(filled, key))
  if (missing.length === 0) return filled
  const copy: Record<string, JsonValue> = { ...(filled as Record<string, JsonValue>) }
  for (const [key, property] of missing) setOwn(copy, key, fillDefaults(deepClone(property.default!), property))
  return copy
}

/** An existing value; `null` is replaced by the default where `null` is not allowed. */
function fillOne(value: JsonValue, schema: StructuralSchema | undefined): JsonValue {
  if (value !== null || schema === undefined || schema.nullable) return fillDefaults(value, schema)
  return fillDefaults(deepClone(schema.default ?? null), schema)
}

function has(value: JsonObject, key: string): boolean {
  return Object.hasOwn(value, key) && value[key] !== undefined
}

/**
 * `value` without the `null`s that its schema neither allows nor defaults. List items keep theirs.
 *
 * @example
 * ```ts
 * const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string', nullable: true } } } as const
 * dropNulls({ a: null, b: null }, schema) // => { b: null }
 * ```
 */
export function dropNulls(value: JsonValue, schema: StructuralSchema | undefined): JsonValue {
  if (Array.isArray(value)) return mapItems(value, (item) => dropNulls(item, schema?.items))
  if (!isJsonObject(value)) return value
  return mapFields(value, (field, key) => {
    const below = schema === undefined ? undefined : schemaOfField(schema, key)
    const isDropped = field === null && below !== undefined && !below.nullable && below.default == null
    return isDropped ? undefined : dropNulls(field, below)
  })
}
