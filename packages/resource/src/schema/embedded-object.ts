/** Embedded objects (`x-kubernetes-embedded-resource`): they have a kind and metadata of their own. */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { nameProblems } from '@kubewright/core/object'
import { coerceMetadata, metadataProblems } from './metadata.ts'
import { invalid, type Problem, required } from './problem.ts'
import { mapFields, mapItems } from './prune.ts'
import { factsOf } from './schema-facts.ts'
import { child } from './schema-path.ts'
import { schemaOfEntries, type StructuralSchema } from './structural-schema.ts'

/** The result of `coerceEmbedded`. */
export interface CoercedObject {
  readonly value: JsonValue
  /** The first decoding error; the API server stops there. */
  readonly problem: Problem | undefined
  /** Unknown metadata fields that were dropped: `spec.template.metadata.foo`. */
  readonly unknownFields: readonly string[]
}

/** `value` with the metadata of every embedded object as the API server stores it. */
export function coerceEmbedded(value: JsonValue, schema: StructuralSchema): CoercedObject {
  let problem: Problem | undefined
  const unknownFields: string[] = []
  const coerced = walk(value, schema, '', (object, path) => {
    const stranger = ['apiVersion', 'kind'].find((key) => object[key] !== undefined && typeof object[key] !== 'string')
    if (stranger !== undefined) problem ??= invalid(child(path, stranger), object[stranger], 'must be a string')
    const { metadata } = object
    if (metadata === undefined) return object
    const kept = coerceMetadata(metadata)
    if ('metadata' in kept) {
      unknownFields.push(...kept.unknownFields.map((key) => child(child(path, 'metadata'), key)))
      return { ...object, metadata: kept.metadata }
    }
    problem ??= invalid(child(path, 'metadata'), metadata, kept.detail)
    return object
  })
  return { value: coerced, problem, unknownFields }
}

/** The API server's validation errors for embedded objects that could be decoded. */
export function validateEmbedded(value: JsonValue, schema: StructuralSchema): readonly Problem[] {
  const problems: Problem[] = []
  walk(value, schema, '', (object, path) => {
    problems.push(...typeProblems(object, path))
    const rules = { name: 'pathSegment', namespace: 'optional' } as const
    if (isJsonObject(object['metadata']))
      problems.push(...metadataProblems(object['metadata'], child(path, 'metadata'), rules))
    return object
  })
  return problems
}

function typeProblems({ apiVersion, kind }: JsonObject, path: string): readonly Problem[] {
  return [...apiVersionProblems(apiVersion, child(path, 'apiVersion')), ...kindProblems(kind, child(path, 'kind'))]
}

function apiVersionProblems(apiVersion: JsonValue | undefined, path: string): readonly Problem[] {
  if (apiVersion === undefined) return [required(path)]
  if (typeof apiVersion !== 'string') return [invalid(path, apiVersion, 'must be a string')]
  if (apiVersion === '') return [invalid(path, '', 'must not be empty')]
  const slashes = apiVersion.split('/').length - 1
  return slashes > 1 ? [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)] : []
}

function kindProblems(kind: JsonValue | undefined, path: string): readonly Problem[] {
  if (kind === undefined) return [required(path)]
  if (typeof kind !== 'string') return [invalid(path, kind, 'must be a string')]
  if (kind === '') return [invalid(path, '', 'must not be empty')]
  const texts = nameProblems('dns1035Label', kind.toLowerCase())
  if (texts.length === 0) return []
  return [invalid(path, kind, `may have mixed case, but should otherwise match: ${texts.join(',')}`)]
}

/** Visits every embedded object, outer before inner, and substitutes the result of the visit. */
function walk(
  value: JsonValue,
  schema: StructuralSchema | undefined,
  path: string,
  visit: (object: JsonObject, path: string) => JsonObject,
): JsonValue {
  if (schema === undefined || !factsOf(schema).hasEmbedded) return value
  if (Array.isArray(value))
    return mapItems(value, (item, index) => walk(item, schema.items, `${path}[${index}]`, visit))
  if (!isJsonObject(value)) return value
  const object = schema['x-kubernetes-embedded-resource'] ? visit(value, path) : value
  return mapFields(object, (field, key) => {
    const isDeclared = schema.properties !== undefined && Object.hasOwn(schema.properties, key)
    if (isDeclared) return walk(field, schema.properties![key], child(path, key), visit)
    return walk(field, schemaOfEntries(schema), `${path}[${key}]`, visit)
  })
}
