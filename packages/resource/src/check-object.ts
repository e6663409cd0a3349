/** Validates a whole object against its kind: type, metadata, schema, scale. See decision 0031. */
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { formatApiVersion } from '@kubewright/core/object'
import type { CrdScale } from './custom-resource-definition.ts'
import { jsonProblems } from './json-problems.ts'
import type { KindModel, VersionModel } from './kind-model.ts'
import { applySchema } from './schema/apply-schema.ts'
import { coerceMetadata, metadataProblems } from './schema/metadata.ts'
import { invalid, type Problem, required } from './schema/problem.ts'

export interface ObjectVerdict {
  readonly object: JsonObject
  readonly problems: readonly Problem[]
  readonly unknownFields: readonly string[]
}

/** The object as an API server would store it, and the problems. `apiVersion` and `kind` may be omitted. */
export function checkObject(model: KindModel, version: VersionModel, given: unknown): ObjectVerdict {
  const strangers = jsonProblems(given ?? null)
  if (strangers.length > 0) return { object: {}, problems: strangers, unknownFields: [] }
  if (!isJsonObject(given)) {
    return { object: {}, problems: [invalid('', given ?? null, 'must be an object')], unknownFields: [] }
  }
  const apiVersion = formatApiVersion({ group: model.group, version: version.name })
  const coerced = coerceMetadata(given['metadata'] ?? {})
  const metadata = 'metadata' in coerced ? coerced.metadata : {}
  const typed = { ...given, apiVersion: given['apiVersion'] ?? apiVersion, kind: given['kind'] ?? model.kind, metadata }
  const typeProblems = [
    ...differs('kind', typed.kind, model.kind),
    ...differs('apiVersion', typed.apiVersion, apiVersion),
  ]
  const { object, problems, unknownFields: dropped } = applySchema(typed, version.schema)
  const strays = 'metadata' in coerced ? coerced.unknownFields.map((key) => `metadata.${key}`) : []
  const unknownFields = [...strays.sort(), ...dropped]
  if (typeProblems.length > 0) return { object, problems: typeProblems, unknownFields }
  return {
    object,
    unknownFields,
    problems: [
      ...('detail' in coerced ? [invalid('metadata', given['metadata'], coerced.detail)] : []),
      ...nameProblem(metadata),
      ...metadataProblems(metadata, 'metadata', {
        name: 'dns1123Subdomain',
        namespace: model.scope === 'Cluster' ? 'forbidden' : 'optional',
      }),
      ...problems,
      ...scaleProblems(object, version.crd.subresources?.scale),
    ],
  }
}

function differs(field: string, given: JsonValue | undefined, wanted: string): readonly Problem[] {
  return given === wanted ? [] : [invalid(field, given, `must be ${wanted}`)]
}

function nameProblem({ name, generateName }: JsonObject): readonly Problem[] {
  if (name !== undefined || generateName !== undefined) return []
  return [required('metadata.name', 'name or generateName is required')]
}

/** The API server limits the replica fields of a scale to non-negative 32-bit integers. */
function scaleProblems(object: JsonObject, scale: CrdScale | undefined): readonly Problem[] {
  if (scale === undefined) return []
  return [scale.specReplicasPath, scale.statusReplicasPath].flatMap((path) => {
    const count = valueAt(object, path)
    if (typeof count !== 'number') return []
    if (count < 0) return [invalid(path, count, 'should be a non-negative integer')]
    return count > 2 ** 31 - 1 ? [invalid(path, count, `should be less than or equal to ${2 ** 31 - 1}`)] : []
  })
}

function valueAt(object: JsonObject, path: string): JsonValue | undefined {
  return path
    .split('.')
    .slice(1)
    .reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? getOwn(value, key) : undefined), object)
}
