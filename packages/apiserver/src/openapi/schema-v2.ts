/**
 * A schema of OpenAPI v3 as OpenAPI v2 can tell it. The older version has no defaults, no choices and no null, so what a
 * client could misread is left out rather than told wrongly.
 */
import { componentPrefix, type JsonSchema } from './json-schema.ts'

/** What v2 has no words for. */
const unspeakable = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'default', 'nullable'])
/** What is left out besides where a value may be null or hold unknown fields: old clients would refuse such values. */
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

/** A wrapped reference is unwrapped; a value of two types is told as text. */
function choiceV2({ allOf = [], oneOf = [] }: JsonSchema): JsonSchema {
  const [wrapped] = allOf as readonly JsonSchema[]
  if (typeof wrapped?.['$ref'] === 'string') return { $ref: toDefinition(wrapped['$ref']) }
  return (oneOf as readonly JsonSchema[]).some(({ type }) => type === 'string') ? { type: 'string' } : {}
}

function toDefinition(reference: string): string {
  return reference.replace(componentPrefix, '#/definitions/')
}
