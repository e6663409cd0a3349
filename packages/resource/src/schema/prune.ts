/**
 * Pruning: dropping what a schema does not know, as the API server does on every write and read.
 *
 * The value given is never changed; where nothing is dropped the result is the very same value.
 */
import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '@kubewright/core'
import { child } from './schema-path.ts'
import { schemaOfEntries, type StructuralSchema } from './structural-schema.ts'

export interface PruneOptions {
  /** Keeps `apiVersion`, `kind` and `metadata` of the value itself, whatever the schema says. */
  readonly isResource?: boolean
  /** Told the path of everything that is dropped: `spec.foo`, `spec.list[0].bar`. */
  readonly onUnknown?: (path: string) => void
}

const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/**
 * What is left of `value` when everything `schema` does not mention is gone. Below
 * `x-kubernetes-preserve-unknown-fields` unknown fields stay, but fields the schema does mention are pruned inside.
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
      const at = child(path, key)
      if (schema?.['x-kubernetes-embedded-resource'] && metaFields.has(key)) return field
      if (declares(schema, key)) return this.prune(field, schema!.properties![key], at)
      if (schema?.additionalProperties !== undefined) return this.prune(field, schemaOfEntries(schema), at)
      if (!metaFields.has(key) || path !== '') this.#onUnknown?.(at)
      return undefined
    })
  }

  /** Below preserve-unknown-fields: unknown fields stay, known ones are pruned inside. */
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
  let isChanged = false
  const copy: Record<string, JsonValue> = {}
  for (const key of Object.keys(value)) {
    const before = value[key]
    const after = before === undefined ? undefined : change(before, key)
    if (after !== before || after === undefined) isChanged = true
    if (after !== undefined) setOwn(copy, key, after)
  }
  return isChanged ? copy : value
}

/** Maps the items of a list. Copies only when something changes. */
export function mapItems(
  value: readonly JsonValue[],
  change: (item: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] {
  const copy = value.map(change)
  return copy.some((item, index) => item !== value[index]) ? copy : value
}
