/** The schema of a kind, from the server's OpenAPI document, with references resolved. Pure. */
import { isJsonObject, type JsonValue } from '@kubewright/core/json'
import type { GroupVersionKind } from '@kubewright/core/object'

/** The schema of a field, with those of its members: what a form needs to edit it. */
export interface SchemaNode {
  readonly type?: string
  readonly description?: string
  readonly properties?: readonly (readonly [string, SchemaNode])[]
  readonly items?: SchemaNode
  /** The schema of a map's values. */
  readonly values?: SchemaNode
  readonly required?: readonly string[]
  readonly choices?: readonly string[]
  readonly default?: JsonValue
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
}

type Json = Readonly<Record<string, unknown>>

/** Deeper fields are edited as text. */
const deepest = 8

/** @returns `undefined` if the document does not contain the kind */
export function schemaOf(document: Json, kind: GroupVersionKind): SchemaNode | undefined {
  const schemas = objectAt(objectAt(document, 'components'), 'schemas')
  const found = Object.values(schemas).find((one) => isOfKind(one, kind))
  return found === undefined ? undefined : toNode(found as Json, { schemas, path: [] })
}

interface Walk {
  readonly schemas: Json
  /** The references on the path, so that a recursive one ends. */
  readonly path: readonly string[]
}

function isOfKind(schema: unknown, { group, version, kind }: GroupVersionKind): boolean {
  const kinds = isJsonObject(schema as JsonValue) ? (schema as Json)['x-kubernetes-group-version-kind'] : undefined
  if (!Array.isArray(kinds)) return false
  return kinds.some((one: Json) => one['group'] === group && one['version'] === version && one['kind'] === kind)
}

function toNode(given: Json, walk: Walk): SchemaNode {
  const { schema, path } = dereference(given, walk)
  const next = { ...walk, path: [...path, ''] }
  const type = textAt(schema, 'type')
  const description = textAt(given, 'description') ?? textAt(schema, 'description')
  const numbers = ['minimum', 'maximum'].flatMap((name) =>
    typeof schema[name] === 'number' ? [[name, schema[name]]] : [],
  )
  return {
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
    ...(next.path.length > deepest ? {} : childrenOf(schema, next)),
    ...(Array.isArray(schema['required']) ? { required: texts(schema['required']) } : {}),
    ...(Array.isArray(schema['enum']) ? { choices: schema['enum'].map(String) } : {}),
    ...(schema['default'] === undefined ? {} : { default: schema['default'] as JsonValue }),
    ...(typeof schema['pattern'] === 'string' ? { pattern: schema['pattern'] } : {}),
    ...Object.fromEntries(numbers),
  }
}

function childrenOf(schema: Json, walk: Walk): Partial<SchemaNode> {
  const properties = Object.entries(objectAt(schema, 'properties'))
  const [items, values] = [schema['items'], schema['additionalProperties']]
  return {
    ...(properties.length === 0
      ? {}
      : { properties: properties.map(([name, one]) => [name, toNode(one as Json, walk)] as const) }),
    ...(isObject(items) ? { items: toNode(items, walk) } : {}),
    ...(isObject(values) ? { values: toNode(values, walk) } : {}),
  }
}

/** A reference is alone, or in an `allOf` beside a description. */
function dereference(
  schema: Json,
  { schemas, path }: Walk,
): { readonly schema: Json; readonly path: readonly string[] } {
  const [only] = Array.isArray(schema['allOf']) ? (schema['allOf'] as Json[]) : []
  const reference = textAt(schema, '$ref') ?? (only === undefined ? undefined : textAt(only, '$ref'))
  if (reference === undefined) return { schema, path }
  const name = reference.replace('#/components/schemas/', '')
  if (path.includes(name)) return { schema: { type: 'object' }, path }
  const { allOf: _, $ref: __, ...own } = schema
  return { schema: { ...objectAt(schemas, name), ...own }, path: [...path, name] }
}

function objectAt(json: Json, name: string): Json {
  const value = Object.hasOwn(json, name) ? json[name] : undefined
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textAt(json: Json, name: string): string | undefined {
  return typeof json[name] === 'string' ? json[name] : undefined
}

function texts(values: readonly unknown[]): string[] {
  return values.filter((one) => typeof one === 'string')
}
