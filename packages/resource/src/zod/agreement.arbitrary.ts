/** Checks that zod and the API server's rules agree about a value, apart from the documented differences. */
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import type { z } from 'zod'
import { formatProblem, type Problem } from '../schema/problem.ts'
import { mapFields, mapItems, prune } from '../schema/prune.ts'
import { schemaOfField, type StructuralSchema } from '../schema/structural-schema.ts'

interface Subject {
  readonly schema: z.ZodType
  readonly resource: {
    readonly schema: StructuralSchema
    safeParse(object: unknown): { readonly object: object | undefined; readonly problems: readonly Problem[] }
  }
}

/** The disagreements; empty if there are none. */
export function agreement({ schema, resource }: Subject, value: JsonValue): readonly string[] {
  const spec = resource.schema.properties!['spec']!
  const served = resource.safeParse({ metadata: { name: 'a' }, spec: { field: value } })
  // The server prunes fields that zod would reject or strip, and treats a disallowed null as absent.
  const clean = withoutStrayNulls(prune({ field: value }, spec), spec) as JsonObject
  if (clean['field'] === undefined) return []
  const parsed = schema.safeParse(clean['field'])
  if (parsed.success && served.object === undefined) {
    return [`zod accepts, the server refuses with ${served.problems.map(formatProblem).join('; ')}`]
  }
  if (!parsed.success && served.object !== undefined) {
    return hasListForFormattedText(clean, spec) ? [] : [`the server accepts, zod refuses with ${parsed.error.message}`]
  }
  const stored = (served.object as { readonly spec: JsonObject } | undefined)?.spec['field']
  if (!parsed.success || deepEqual(parsed.data, stored)) return []
  return [`zod reads ${JSON.stringify(parsed.data)}, the server stores ${JSON.stringify(stored)}`]
}

function withoutStrayNulls(value: JsonValue, schema: StructuralSchema | undefined): JsonValue {
  if (Array.isArray(value)) return mapItems(value, (item) => withoutStrayNulls(item, schema?.items))
  if (!isJsonObject(value)) return value
  return mapFields(value, (field, key) => {
    const below = schema === undefined ? undefined : schemaOfField(schema, key)
    return field === null && below !== undefined && !below.nullable ? undefined : withoutStrayNulls(field, below)
  })
}

/** The server accepts a list where the schema requires a string with a format. */
function hasListForFormattedText(value: JsonValue | undefined, schema: StructuralSchema | undefined): boolean {
  if (schema === undefined) return false
  if (Array.isArray(value)) {
    const isFormatted = schema.type === 'string' && schema.format !== undefined
    return isFormatted || value.some((item) => hasListForFormattedText(item as JsonValue, schema.items))
  }
  return (
    isJsonObject(value) &&
    Object.entries(value).some(([key, field]) => hasListForFormattedText(field, schemaOfField(schema, key)))
  )
}
