/**
 * The schema engine of custom resources: how an API server applies a schema to an object, and what it requires of a schema. No zod, no
 * YAML; the embedded API server uses it.
 * See decision 0032.
 */
export { applySchema, type SchemaVerdict, validateObject } from './schema/apply-schema.ts'
export { checkSchema, type SchemaCheckOptions } from './schema/check-schema.ts'
export { defaultProblems } from './schema/default-rules.ts'
export { type CoercedObject, coerceEmbedded, validateEmbedded } from './schema/embedded-object.ts'
export { fieldAt, type FieldAt } from './schema/field-path.ts'
export { dropNulls, fillDefaults } from './schema/fill-defaults.ts'
export { isKnownFormat, textFormat } from './schema/format.ts'
export { validateListTypes } from './schema/list-types.ts'
export { type Coerced, coerceMetadata, metadataProblems, type MetadataRules } from './schema/metadata.ts'
export { formatProblem, type Problem, type ProblemReason } from './schema/problem.ts'
export { prune, type PruneOptions } from './schema/prune.ts'
export type { Spend } from './schema/re2-matcher.ts'
export type { Re2Match } from './schema/re2-search.ts'
export { Re2SyntaxError } from './schema/re2-syntax-error.ts'
export { compileRe2, type Re2, re2Problem } from './schema/re2.ts'
export { Revision } from './schema/revision.ts'
export { structuralProblems } from './schema/structural-rules.ts'
export type {
  ListType,
  MapType,
  NestedValidation,
  RuleReason,
  SchemaType,
  StructuralSchema,
  ValidationRule,
  ValueValidation,
} from './schema/structural-schema.ts'
export { validateValue } from './schema/validate-value.ts'
