/**
 * Pruning: drops unknown fields, as the API server does on every write and read.
 *
 * The input is never modified; if nothing is dropped, the result is the same object.
 */
import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '@kubewright/core/json'
import { child } from './schema-path.ts'
import { schemaOfEntries, type StructuralSchema } from './structural-schema.ts'

/** Options of `prune`. */
export interface PruneOptions {
  /** Keeps `apiVersion`, `kind` and `metadata` at the root, regardless of the schema. */
  readonly isResource?: boolean
  /** Called with the path of each dropped field: `spec.foo`, `spec.list[0].bar`. */
  readonly onUnknown?: (path: string) => void
}

const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/**
 * `value` without the fields that `schema` does not declare. Below `x-kubernetes-preserve-unknown-fields` unknown fields stay, but
 * declared fields are pruned inside.
 *
 * @example
 * ```ts
 * const schema = { type: 'object', properties: { a: { type: 'string' } } } as const
 * prune({ a: 'kept', b: 'gone' }, schema) // => { a: 'kept' }
 * ```
 */
export function prune(value: JsonValue, schema: StructuralSchema, options: PruneOptions = {}): JsonValue {
  const root = options.isResource ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema
  return new Pruner(options.onUnknown).prune(value, root, '')
}

class Pruner {
  readonly #onUnknown: ((path: string) => void) | undefined

  constructor(onUnknown: ((path: string) => void) | undefined) {
    this.#onUnknown = onUnknown
  }

  prune(value: JsonValue, schema: StructuralSchema | undefined, path: string): JsonValue {
    if (schema?.['x-kubernetes-preserve-unknown-fields']) return this.#keep(value, schema, path)
    if (Array.isArray(value))
      return mapItems(value, (item, index) => this.prune(item, schema?.items, `${path}[${index}]`))
    return isJsonObject(value) ? this.#pruneFields(value, schema, path) : value
  }

  #pruneFields(value: JsonObject, schema: StructuralSchema | undefined, path: string): JsonObject {
    return mapFields(value, (field, key) => {
      if (schema?.['x-kubernetes-embedded-resource'] && metaFields.has(key)) return field
      if (declares(schema, key)) return this.prune(field, schema!.properties![key], child(path, key))
      if (schema?.additionalProperties !== undefined)
        return this.prune(field, schemaOfEntries(schema), child(path, key))
      if (!metaFields.has(key) || path !== '') this.#onUnknown?.(child(path, key))
      return undefined
    })
  }

  /** Below preserve-unknown-fields: unknown fields stay, declared ones are pruned inside. */
  #keep(value: JsonValue, schema: StructuralSchema | undefined, path: string): JsonValue {
    if (schema === undefined) return value
    if (Array.isArray(value))
      return mapItems(value, (item, index) => this.#keep(item, schema.items, `${path}[${index}]`))
    if (!isJsonObject(value)) return value
    return mapFields(value, (field, key) => {
      if (schema['x-kubernetes-embedded-resource'] && metaFields.has(key)) return field
      if (declares(schema, key)) return this.prune(field, schema.properties![key], child(path, key))
      if (schema.additionalProperties === undefined) return field
      return this.prune(field, schemaOfEntries(schema), child(path, key))
    })
  }
}

function declares(schema: StructuralSchema | undefined, key: string): boolean {
  return schema?.properties !== undefined && Object.hasOwn(schema.properties, key)
}

/** Maps the members of an object and drops those that are or become `undefined`. Copies only when something changes. */
export function mapFields(
  value: JsonObject,
  change: (field: JsonValue, key: string) => JsonValue | undefined,
): JsonObject {
  const keys = Object.keys(value)
  let copy: Record<string, JsonValue> | undefined
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!
    const before = value[key]
    const after = before === undefined ? undefined : change(before, key)
    if (copy === undefined && (after !== before || after === undefined)) copy = firstFields(value, keys, index)
    if (copy !== undefined && after !== undefined) setOwn(copy, key, after)
  }
  return copy ?? value
}

function firstFields(value: JsonObject, keys: readonly string[], count: number): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {}
  for (let index = 0; index < count; index++) setOwn(copy, keys[index]!, value[keys[index]!]!)
  return copy
}

/** Maps the items of a list. Copies only when something changes. */
export function mapItems(
  value: readonly JsonValue[],
  change: (item: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] {
  let copy: JsonValue[] | undefined
  for (let index = 0; index < value.length; index++) {
    const after = change(value[index]!, index)
    if (copy === undefined && after !== value[index]) copy = value.slice(0, index)
    copy?.push(after)
  }
  return copy ?? value
}
