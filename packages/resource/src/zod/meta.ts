/**
 * Metadata from `.meta()` and `.describe()`: documentation, and the Kubernetes extensions that zod cannot express. The constructors of
 * this package (`listMap`, `intOrString`, …) write the same keys.
 */
import { isJsonObject, type JsonValue } from '@kubewright/core/json'
import { type $ZodType, globalRegistry } from 'zod/v4/core'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import { countOf } from './counts.ts'
import type { Place } from './place.ts'

export type Meta = Readonly<Record<string, unknown>>

/** The metadata of `schema` itself; wrappers such as `.optional()` have their own. */
export function metaOf(schema: $ZodType): Meta {
  return (globalRegistry.get(schema) ?? {}) as Meta
}

/** Outer metadata overrides inner, except that rules accumulate. */
export function joinMeta(inner: Meta, outer: Meta): Meta {
  const key = 'x-kubernetes-validations'
  const rules = [inner[key], outer[key]].flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []))
  return { ...inner, ...outer, ...(rules.length > 0 ? { [key]: rules } : {}) }
}

const extensions = [
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
] as const

/** Keywords accepted from `.meta()` because zod has no method for them. */
const keywords = ['title', 'description', 'externalDocs', 'minProperties', 'maxProperties', 'format'] as const

/** Keywords that zod has a method for. From `.meta()` they would bind the API server but not zod. */
const methods: Readonly<Record<string, string>> = {
  type: 'the zod type itself',
  default: '.default()',
  nullable: '.nullable()',
  enum: 'z.enum()',
  pattern: '.regex()',
  minLength: '.min()',
  maxLength: '.max()',
  minimum: '.min()',
  maximum: '.max()',
  minItems: '.min()',
  maxItems: '.max()',
  multipleOf: '.multipleOf()',
  required: '.optional() on the fields that are not',
}

/** The part of a schema that comes from `.meta()`. Unknown keys may belong to other libraries and are ignored. */
export function fromMeta(meta: Meta, place: Place): StructuralSchema {
  for (const key of Object.keys(meta)) {
    const method = Object.hasOwn(methods, key) ? methods[key] : undefined
    if (method !== undefined)
      place.refuse(`\`.meta({ ${key} })\` would bind the API server but not zod`, `Use ${method}.`)
    else if (key.startsWith('x-kubernetes-') && !extensions.includes(key as never)) {
      place.refuse(`\`${key}\` is no extension the API server knows`, `Use one of ${extensions.join(', ')}.`)
    }
  }
  for (const key of ['minProperties', 'maxProperties']) countOf(meta[key], place)
  const said = [...extensions, ...keywords].filter((key) => meta[key] !== undefined && meta[key] !== '')
  return { ...Object.fromEntries(said.map((key) => [key, meta[key]])), ...exampleOf(meta) } as StructuralSchema
}

/** OpenAPI v3 supports one example. */
function exampleOf({ example, examples }: Meta): { readonly example?: JsonValue } {
  const first: unknown = Array.isArray(examples) ? (examples as readonly unknown[])[0] : example
  return isPlainJson(first) ? { example: first } : {}
}

/** Whether a value survives a JSON round trip unchanged. */
export function isPlainJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isPlainJson)
  if (!isJsonObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === null
  return isPlain && Object.values(value).every((member) => member === undefined || isPlainJson(member))
}
