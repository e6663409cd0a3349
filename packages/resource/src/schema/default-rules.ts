/** Validates defaults: the schema itself must accept and preserve them. */
import { deepEqual, type JsonValue } from '@kubewright/core/json'
import { coerceEmbedded, validateEmbedded } from './embedded-object.ts'
import { invalid, noField, type Problem } from './problem.ts'
import { prune } from './prune.ts'
import { child } from './schema-path.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { validateValue } from './validate-value.ts'

/**
 * The problems of the defaults in `schema`. Values of maps are skipped: defaults there are never used alone. Another rule checks
 * defaults for metadata.
 */
export function defaultProblems(schema: StructuralSchema, path = ''): readonly Problem[] {
  return [
    ...(schema.default == null ? [] : valueProblems(schema.default, schema, child(path, 'default'))),
    ...(schema.items === undefined ? [] : defaultProblems(schema.items, child(path, 'items'))),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
      defaultProblems(field, `${child(path, 'properties')}[${key}]`),
    ),
  ]
}

function valueProblems(value: JsonValue, schema: StructuralSchema, path: string): readonly Problem[] {
  const kept = prune(value, schema, { isResource: schema['x-kubernetes-embedded-resource'] === true })
  const unknown = deepEqual(kept, value) ? [] : [invalid(path, value, 'must not have unknown fields')]
  const { problem } = coerceEmbedded(value, schema)
  if (problem !== undefined) return [...unknown, at(path, problem)]
  const embedded = validateEmbedded(value, schema)
  if (embedded.length > 0) return [...unknown, ...embedded.map((one) => at(path, one))]
  return [...unknown, ...validateValue(value, withOpenTypes(schema)).map((one) => at(path, one))]
}

/** The API server ignores int-or-string when it validates the type of a default, and accepts any type. */
function withOpenTypes(schema: StructuralSchema): StructuralSchema {
  const { 'x-kubernetes-int-or-string': _, properties, items, additionalProperties, ...rest } = schema
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: openAll(properties) }),
    ...(items === undefined ? {} : { items: withOpenTypes(items) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'boolean' ? additionalProperties : withOpenTypes(additionalProperties),
        }),
  }
}

function openAll(properties: Readonly<Record<string, StructuralSchema>>): Readonly<Record<string, StructuralSchema>> {
  return Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, withOpenTypes(field)]))
}

/** The problem relative to the schema. The API server writes a dot even before an index. */
function at(path: string, problem: Problem): Problem {
  return { ...problem, field: problem.field === noField ? path : child(path, problem.field) }
}
