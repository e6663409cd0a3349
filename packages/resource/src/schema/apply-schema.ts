/**
 * Applies a schema to an object in the API server's order: prune, drop disallowed nulls, coerce embedded metadata, fill defaults,
 * validate. CEL rules are not evaluated here; only the API server does that.
 */
import type { JsonObject } from '@kubewright/core/json'
import { coerceEmbedded, validateEmbedded } from './embedded-object.ts'
import { dropNulls, fillDefaults } from './fill-defaults.ts'
import { validateListTypes } from './list-types.ts'
import type { Problem } from './problem.ts'
import { prune } from './prune.ts'
import type { StructuralSchema } from './structural-schema.ts'
import { validateValue } from './validate-value.ts'

/** The result of `applySchema`: the object to store, its pruned fields and its validation errors. */
export interface SchemaVerdict {
  /** The object as it would be stored. */
  readonly object: JsonObject
  /** The pruned fields: `spec.foo`. */
  readonly unknownFields: readonly string[]
  readonly problems: readonly Problem[]
}

/**
 * The object the API server would store, and its validation errors.
 *
 * @example
 * ```ts
 * const schema = {
 *   type: 'object',
 *   properties: { spec: { type: 'object', properties: { replicas: { type: 'integer', default: 1, maximum: 50 } } } },
 * } as const
 * applySchema({ spec: { colour: 'red' } }, schema)
 * // => { object: { spec: { replicas: 1 } }, unknownFields: ['spec.colour'], problems: [] }
 * ```
 */
export function applySchema(object: JsonObject, schema: StructuralSchema): SchemaVerdict {
  const unknownFields: string[] = []
  const pruned = prune(object, schema, { isResource: true, onUnknown: (path) => unknownFields.push(path) })
  const { value, problem, unknownFields: strangers } = coerceEmbedded(dropNulls(pruned, schema), schema)
  const filled = fillDefaults(value, schema) as JsonObject
  const problems = problem === undefined ? validateObject(filled, schema) : [problem]
  return { object: filled, unknownFields: [...unknownFields, ...strangers].sort(), problems }
}

/** The validation errors of a stored object: values, embedded objects, then sets and maps. */
export function validateObject(object: JsonObject, schema: StructuralSchema): readonly Problem[] {
  return [...validateValue(object, schema), ...validateEmbedded(object, schema), ...validateListTypes(object, schema)]
}
