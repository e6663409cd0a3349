/** One definition of a resource, from which types, CRD and validation are derived. See decision 0036. */
export { no, unknown, yes } from '@kubewright/core'
export { type Comparable, compareDefinitions } from './compare/compare-definitions.ts'
export type { Finding, Severity } from './compare/finding.ts'
export type {
  ConditionFields,
  GenerationField,
  CustomDraft,
  CustomInput,
  CustomInputWithDefault,
  CustomObject,
  InputFor,
  WithConditions,
} from './custom-object.ts'
export type { ConvertedObject, CrdOptions, CustomResource, ParseResult, StatusInput } from './custom-resource.ts'
export type {
  CrdColumn,
  CrdConversion,
  CrdScale,
  CrdVersion,
  CrdWebhook,
  CustomResourceDefinition,
} from './custom-resource-definition.ts'
export { defineResource } from './define-resource.ts'
export type {
  Convert,
  ConvertedPart,
  Definition,
  Loose,
  Marks,
  NoStatus,
  ObjectSchema,
  OlderSchemas,
  OlderVersion,
  StatusSchemaOf,
  VersionedPart,
  VersionSchemas,
} from './definition.ts'
export { atomicList, listMap, listSet } from './list-schemas.ts'
export { type Manifest, manifest } from './manifest.ts'
export { atomicMap, mapOf, type MapSize } from './map-schemas.ts'
export { type EmbeddedObject, embeddedObject, preserveUnknown } from './open-schemas.ts'
export type { Column, Scale } from './paths.ts'
export type { ConditionOf, InputOf, ObjectOf, Resource, ResourceTypes, Scope, StatusOf } from './resource.ts'
export { checkRoundTrip, type Convertible, type RoundTripLoss } from './round-trip.ts'
export { withRules } from './rules.ts'
export { dnsLabel, dnsSubdomain, duration, int32, int64, intOrString, quantity } from './scalar-schemas.ts'
export { formatProblem, type Problem, type ProblemReason } from './schema/problem.ts'
export { structural, type StructuralType } from './structural.ts'
export type { RuleReason, StructuralSchema, ValidationRule } from './schema/structural-schema.ts'
