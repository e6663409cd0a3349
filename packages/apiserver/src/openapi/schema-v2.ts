/**
 * Converts an OpenAPI v3 schema to OpenAPI v2, which has no defaults, no alternatives and no null. Parts that a client could
 * misread are omitted.
 */
import { componentPrefix, type JsonSchema } from './json-schema.ts'

/** Keywords that v2 does not support. */
const unspeakable = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'default', 'nullable'])
/** Also omitted where a value is nullable or preserves unknown fields: old clients would reject such values. */
const doubtful = new Set(['type', 'items', 'properties'])

export function schemaV2(schema: JsonSchema): JsonSchema {
  const isLoose = schema['nullable'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true
  const told = Object.entries(schema).filter(([key]) => !unspeakable.has(key) && !(isLoose && doubtful.has(key)))
  return { ...Object.fromEntries(told.map(([key, value]) => [key, valueV2(key, value)])), ...choiceV2(schema) }
}

function valueV2(key: string, value: unknown): unknown {
  switch (key) {
    case '$ref':
      return toDefinition(String(value))
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as JsonSchema).map(([name, one]) => [name, schemaV2(one as JsonSchema)]),
      )
    case 'items':
      return schemaV2(value as JsonSchema)
    case 'additionalProperties':
      return typeof value === 'object' ? schemaV2(value as JsonSchema) : value
    default:
      return value
  }
}

/** Unwraps a reference, and represents an int-or-string as a string. */
function choiceV2({ allOf = [], oneOf = [] }: JsonSchema): JsonSchema {
  const [wrapped] = allOf as readonly JsonSchema[]
  if (typeof wrapped?.['$ref'] === 'string') return { $ref: toDefinition(wrapped['$ref']) }
  return (oneOf as readonly JsonSchema[]).some(({ type }) => type === 'string') ? { type: 'string' } : {}
}

function toDefinition(reference: string): string {
  return reference.replace(componentPrefix, '#/definitions/')
}
