/** The OpenAPI definitions of custom resources: their own schema plus the fields of every object. */
import type { ServedKind } from '../kinds/served-kind.ts'
import { customName, publishedName } from './definition-name.ts'
import { componentPrefix, type JsonSchema, type SchemaMap } from './json-schema.ts'

/** The definitions of a kind and of its list, for OpenAPI v3. */
export function customDefinitions(kind: ServedKind): SchemaMap {
  return definitions(kind, customSchema(kind, completed))
}

/** The same for OpenAPI v2, which omits the schema of kinds that preserve unknown fields or are nullable. */
export function customDefinitionsV2(kind: ServedKind): SchemaMap {
  const isFree = kind.schema === undefined || isLoose(kind.schema)
  return definitions(
    kind,
    isFree ? { type: 'object' } : customSchema(kind, (own) => (isLoose(own) ? own : completed(own))),
  )
}

/** Whether OpenAPI v2 omits the contents of the schema. */
function isLoose(schema: Readonly<JsonSchema>): boolean {
  return schema['nullable'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true
}

function definitions(kind: ServedKind, schema: JsonSchema): SchemaMap {
  return {
    [customName(kind)]: { ...schema, ...markOf(kind, kind.kind) },
    [customName({ ...kind, kind: kind.listKind })]: listSchema(kind),
  }
}

/** @param complete adds the fields that extensions imply, at every depth */
function customSchema({ schema = { type: 'object' } }: ServedKind, complete: Complete): JsonSchema {
  const own = published(schema, complete)
  return { ...own, properties: { ...(own['properties'] as SchemaMap | undefined), ...objectFields } }
}

type Complete = (schema: JsonSchema) => JsonSchema

function markOf({ group, version }: ServedKind, kind: string): JsonSchema {
  return { 'x-kubernetes-group-version-kind': [{ group, kind, version }] }
}

/** Wrapped: a reference cannot have siblings in OpenAPI v3, and these have descriptions in kube-apiserver. */
const referTo = (short: string): JsonSchema => ({ allOf: [{ $ref: `${componentPrefix}${publishedName(short)}` }] })

const objectFields: SchemaMap = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: referTo('meta/v1.ObjectMeta'),
}

function listSchema(kind: ServedKind): JsonSchema {
  return {
    description: `${kind.listKind} is a list of ${kind.kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      items: { type: 'array', items: { $ref: `${componentPrefix}${customName(kind)}` } },
      kind: { type: 'string' },
      metadata: referTo('meta/v1.ListMeta'),
    },
    ...markOf(kind, kind.listKind),
  }
}

function published(schema: Readonly<JsonSchema>, complete: Complete): JsonSchema {
  const told = Object.entries(schema).filter(([key, value]) => !saysNothing(key, value))
  return complete(Object.fromEntries(told.map(([key, value]) => [key, publishedValue(key, value, complete)])))
}

function publishedValue(key: string, value: unknown, complete: Complete): unknown {
  const inner = (one: unknown) => published(one as JsonSchema, complete)
  switch (key) {
    case 'properties':
      return Object.fromEntries(Object.entries(value as SchemaMap).map(([name, one]) => [name, inner(one)]))
    case 'items':
    case 'not':
      return inner(value)
    case 'additionalProperties':
      return typeof value === 'object' ? inner(value) : value
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return (value as readonly unknown[]).map(inner)
    default:
      return value
  }
}

/** Keywords that are meaningful even if empty. */
const values = new Set(['additionalProperties', 'default', 'example', 'items', 'not'])

/** Whether kube-apiserver's encoder omits the value as empty. */
function saysNothing(key: string, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (values.has(key)) return false
  return value === false || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

function completed(schema: JsonSchema): JsonSchema {
  if (schema['x-kubernetes-int-or-string'] === true) return { ...schema, ...twoTypes(schema) }
  return schema['x-kubernetes-embedded-resource'] === true ? { ...schema, ...embedded(schema) } : schema
}

/** An int-or-string as `anyOf`, for tools that do not know the extension. */
function twoTypes({ anyOf, allOf = [] }: JsonSchema): JsonSchema {
  const isSaid = anyOf !== undefined || (allOf as readonly JsonSchema[]).some((one) => one['anyOf'] !== undefined)
  return isSaid ? {} : { anyOf: [{ type: 'integer' }, { type: 'string' }] }
}

/** Adds the fields of every object to an embedded resource. */
function embedded({ properties, required = [] }: JsonSchema): JsonSchema {
  const more = ['kind', 'apiVersion'].filter((name) => !(required as readonly string[]).includes(name))
  return {
    required: [...(required as readonly string[]), ...more],
    properties: { ...(properties as SchemaMap | undefined), ...objectFields },
  }
}
