/**
 * Metadata has a fixed shape that no schema declares. The API server decodes it strictly: unknown and empty fields are dropped, and a
 * field of the wrong type is an error of its own.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { namePrefixProblems, nameProblems, type NameRule } from '@kubewright/core/object'
import { goTimeQuote } from '@kubewright/core/go'
import { isDateTime } from './format-time.ts'
import { forbidden, invalid, type Problem, required, tooLong } from './problem.ts'

type Shape = 'text' | 'integer' | 'time' | 'text map' | 'text list' | 'object list'

const shapes: Readonly<Record<string, Shape>> = {
  name: 'text',
  generateName: 'text',
  namespace: 'text',
  selfLink: 'text',
  uid: 'text',
  resourceVersion: 'text',
  generation: 'integer',
  creationTimestamp: 'time',
  deletionTimestamp: 'time',
  deletionGracePeriodSeconds: 'integer',
  labels: 'text map',
  annotations: 'text map',
  ownerReferences: 'object list',
  finalizers: 'text list',
  managedFields: 'object list',
}

const goTypes: Readonly<Record<Shape, string>> = {
  text: 'string',
  integer: 'int64',
  time: 'string',
  'text map': 'map[string]string',
  'text list': '[]string',
  'object list': '[]v1.OwnerReference',
}

/** With the names of unknown fields. */
export type Coerced =
  | { readonly metadata: JsonObject; readonly unknownFields: readonly string[] }
  | { readonly detail: string }

/** `metadata` as the API server stores it, or its error if it cannot decode it. */
export function coerceMetadata(metadata: JsonValue): Coerced {
  if (metadata === null) return { metadata: {}, unknownFields: [] }
  if (!isJsonObject(metadata)) {
    return { detail: `json: cannot unmarshal ${goTypeOf(metadata)} into Go value of type v1.ObjectMeta` }
  }
  const kept: Record<string, JsonValue> = {}
  const unknownFields: string[] = []
  for (const [key, value] of Object.entries(metadata)) {
    const shape = Object.hasOwn(shapes, key) ? shapes[key]! : undefined
    if (value === undefined) continue
    if (shape === undefined) unknownFields.push(key)
    if (shape === undefined || value === null) continue
    const detail = misfit(key, value, shape)
    if (detail !== undefined) return { detail }
    const clean = shape === 'time' ? toSeconds(value as string) : value
    if (!isEmpty(clean, key)) kept[key] = clean
  }
  return { metadata: kept, unknownFields }
}

function misfit(key: string, value: JsonValue, shape: Shape): string | undefined {
  const refuse = (given: string, wanted: string) =>
    `json: cannot unmarshal ${given} into Go struct field ObjectMeta.${key} of type ${wanted}`
  if (!hasShape(value, shape)) {
    const given = shape === 'integer' && typeof value === 'number' ? `number ${value}` : goTypeOf(value)
    return refuse(given, goTypes[shape])
  }
  if (shape === 'time' && !isDateTime(value as string)) {
    const shown = goTimeQuote(value as string)
    return `parsing time ${shown} as "2006-01-02T15:04:05Z07:00": cannot parse ${shown}`
  }
  const members =
    shape === 'text map' ? Object.values(value as JsonObject) : shape === 'text list' ? (value as JsonValue[]) : []
  const stranger = members.find((member) => typeof member !== 'string' && member !== null)
  return stranger === undefined ? undefined : refuse(goTypeOf(stranger), 'string')
}

function hasShape(value: JsonValue, shape: Shape): boolean {
  switch (shape) {
    case 'text':
    case 'time':
      return typeof value === 'string'
    case 'integer':
      return Number.isInteger(value)
    case 'text map':
      return isJsonObject(value)
    default:
      return Array.isArray(value)
  }
}

function goTypeOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : value === null ? 'null' : typeof value
}

/** The fields Go omits as empty. A grace period of zero is significant, and is kept. */
function isEmpty(value: JsonValue, key: string): boolean {
  if (value === '' || (value === 0 && key === 'generation')) return true
  if (Array.isArray(value)) return value.length === 0
  return isJsonObject(value) && Object.keys(value).length === 0
}

function toSeconds(time: string): string {
  return `${new Date(time.toUpperCase()).toISOString().slice(0, 19)}Z`
}

/** Rules for names and namespaces, which differ between kinds. */
export interface MetadataRules {
  /** The rule for `name` and `generateName`. */
  readonly name: NameRule
  /** Whether a namespace is required, forbidden or optional. */
  readonly namespace: 'required' | 'forbidden' | 'optional'
}

/** The API server's validation errors for decoded metadata. */
export function metadataProblems(metadata: JsonObject, path: string, rules: MetadataRules): readonly Problem[] {
  const { name, generateName, generation, finalizers } = metadata
  const texts = (value: JsonValue | undefined) => Object.entries((value ?? {}) as Record<string, string>)
  return [
    ...(generateName ? namePrefixProblems(rules.name, generateName as string) : []).map((text) =>
      invalid(`${path}.generateName`, generateName, text),
    ),
    ...(name ? nameProblems(rules.name, name as string) : []).map((text) => invalid(`${path}.name`, name, text)),
    ...namespaceProblems(metadata['namespace'] as string | undefined, `${path}.namespace`, rules),
    ...(typeof generation === 'number' && generation < 0
      ? [invalid(`${path}.generation`, generation, 'must be greater than or equal to 0')]
      : []),
    ...texts(metadata['labels']).flatMap(([key, value]) => labelProblems(key, value, `${path}.labels`)),
    ...annotationProblems(texts(metadata['annotations']), `${path}.annotations`),
    ...ownerProblems((metadata['ownerReferences'] ?? []) as readonly JsonObject[], `${path}.ownerReferences`),
    ...finalizerProblems((finalizers ?? []) as readonly string[], `${path}.finalizers`),
  ]
}

function namespaceProblems(namespace: string | undefined, path: string, rules: MetadataRules): readonly Problem[] {
  if (!namespace) return rules.namespace === 'required' ? [required(path)] : []
  if (rules.namespace === 'forbidden') return [forbidden(path, 'not allowed on this type')]
  return nameProblems('dns1123Label', namespace).map((text) => invalid(path, namespace, text))
}

function labelProblems(key: string, value: string, path: string): readonly Problem[] {
  return [
    ...nameProblems('qualifiedName', key).map((text) => invalid(path, key, text)),
    ...nameProblems('labelValue', value).map((text) => invalid(path, value, text)),
  ]
}

const mostAnnotationBytes = 256 * 1024

function annotationProblems(annotations: readonly (readonly [string, string])[], path: string): readonly Problem[] {
  const size = annotations.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0)
  return [
    ...annotations.flatMap(([key]) =>
      nameProblems('qualifiedName', key.toLowerCase()).map((text) => invalid(path, key, text)),
    ),
    ...(size > mostAnnotationBytes ? [tooLong(path, mostAnnotationBytes)] : []),
  ]
}

function ownerProblems(owners: readonly JsonObject[], path: string): readonly Problem[] {
  const controllers = owners.filter((owner) => owner['controller'] === true)
  const [first, second] = controllers.map((owner) => `${owner['kind'] as string}/${owner['name'] as string}`)
  const clash = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`
  return [
    ...owners.flatMap((owner) => [
      ...(owner['apiVersion'] ? [] : [invalid(`${path}.apiVersion`, '', 'version must not be empty')]),
      ...['kind', 'name', 'uid']
        .filter((key) => !owner[key])
        .map((key) => invalid(`${path}.${key}`, '', 'must not be empty')),
    ]),
    ...(second === undefined ? [] : [invalid(path, owners, clash)]),
  ]
}

function finalizerProblems(finalizers: readonly string[], path: string): readonly Problem[] {
  const isTorn = finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')
  return [
    ...finalizers.flatMap((name) => nameProblems('qualifiedName', name).map((text) => invalid(path, name, text))),
    ...(isTorn ? [invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set')] : []),
  ]
}
