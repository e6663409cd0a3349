/**
 * The schema language of custom resources: OpenAPI v3 as far as a CustomResourceDefinition allows it, with the Kubernetes extensions.
 * Pure data; `prune`, `fillDefaults` and `validate` implement its semantics.
 */
import type { JsonValue } from '@kubewright/core/json'

/** The `type` keyword of a structural schema. */
export type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
/** The merge strategy of a list, `x-kubernetes-list-type`. */
export type ListType = 'atomic' | 'set' | 'map'
/** The merge strategy of an object or map, `x-kubernetes-map-type`. */
export type MapType = 'atomic' | 'granular'

/** One CEL rule of `x-kubernetes-validations`. The API server evaluates it; this package checks only its form. */
export interface ValidationRule {
  /** A CEL expression over `self` (and `oldSelf`) that must hold. */
  readonly rule: string
  /** The error message, one line. */
  readonly message?: string
  /** A CEL expression that produces the message; `message` is the fallback. */
  readonly messageExpression?: string
  readonly reason?: RuleReason
  /** The field to report, relative to the rule: `.replicas`. */
  readonly fieldPath?: string
  /** Makes `oldSelf` optional, so that the rule also runs on create. */
  readonly optionalOldSelf?: boolean
}

/** The reason that the API server reports when a CEL rule is violated. */
export type RuleReason = 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired' | 'FieldValueDuplicate'

/** The keywords allowed below `allOf`, `anyOf`, `oneOf` and `not`, which constrain values, never structure. */
export interface ValueValidation {
  readonly format?: string
  readonly maximum?: number
  readonly exclusiveMaximum?: boolean
  readonly minimum?: number
  readonly exclusiveMinimum?: boolean
  readonly maxLength?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly maxItems?: number
  readonly minItems?: number
  readonly multipleOf?: number
  readonly enum?: readonly JsonValue[]
  readonly maxProperties?: number
  readonly minProperties?: number
  readonly required?: readonly string[]
  readonly allOf?: readonly NestedValidation[]
  readonly anyOf?: readonly NestedValidation[]
  readonly oneOf?: readonly NestedValidation[]
  readonly not?: NestedValidation
}

/** A schema below `allOf`, `anyOf`, `oneOf` or `not`. */
export interface NestedValidation extends ValueValidation {
  /** Only inside the `anyOf` that spells out int-or-string. */
  readonly type?: SchemaType
  readonly properties?: Readonly<Record<string, NestedValidation>>
  readonly items?: NestedValidation
}

/** A structural schema, as in `openAPIV3Schema` of a CustomResourceDefinition. */
export interface StructuralSchema extends ValueValidation {
  /** May be omitted only with int-or-string or preserve-unknown-fields. */
  readonly type?: SchemaType
  readonly title?: string
  readonly description?: string
  readonly default?: JsonValue
  readonly example?: JsonValue
  readonly externalDocs?: { readonly url?: string; readonly description?: string }
  readonly nullable?: boolean
  readonly properties?: Readonly<Record<string, StructuralSchema>>
  readonly additionalProperties?: StructuralSchema | boolean
  readonly items?: StructuralSchema
  readonly 'x-kubernetes-preserve-unknown-fields'?: true
  readonly 'x-kubernetes-embedded-resource'?: boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
  readonly 'x-kubernetes-list-type'?: ListType
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-map-type'?: MapType
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[]
}

/** The schema of one field, declared by name or by `additionalProperties`. */
export function schemaOfField(schema: StructuralSchema, key: string): StructuralSchema | undefined {
  const declared = schema.properties
  if (declared !== undefined && Object.hasOwn(declared, key)) return declared[key]
  return schemaOfEntries(schema)
}

/** The schema of a map's values, unless they are unconstrained. */
export function schemaOfEntries(schema: StructuralSchema): StructuralSchema | undefined {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}
