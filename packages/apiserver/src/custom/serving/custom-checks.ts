/** Validates custom objects: schema, scale, lists and CEL rules. */
import type { JsonObject, JsonValue } from '@kubewright/core/json'
import {
  Revision,
  type StructuralSchema,
  validateEmbedded,
  validateListTypes,
  validateValue,
} from '@kubewright/resource/schema'
import { validateRules } from '../../validation-rules/validate-rules.ts'
import type { Draft } from '../../object/draft.ts'
import { type FieldError, invalid } from '../../status/field-error.ts'
import { fromProblem } from '../definition/check-version-schema.ts'
import type { CustomVersion } from './custom-version.ts'
import { scaleSpecProblems, scaleStatusProblems } from './scale-checks.ts'

export interface Verdict {
  readonly errors: readonly FieldError[]
  /** Errors in unchanged parts, which are only warned about (ratcheting). */
  readonly warnings: readonly string[]
}

/** Metadata errors, some of which prevent the CEL rules from running. */
type MetaErrors = readonly FieldError[]

export function checkNew(version: CustomVersion, object: Draft, metaErrors: MetaErrors): Verdict {
  const { schema, scale } = version
  const errors = [
    ...validateValue(object as JsonValue, schema).map((problem) => fromProblem(problem)),
    ...scaleSpecProblems(object, scale),
    ...scaleStatusProblems(object, scale),
    ...validateEmbedded(object as JsonValue, schema).map((problem) => fromProblem(problem)),
    ...listErrors(object, schema),
  ]
  return withRules(version, { object, old: undefined }, [errors, metaErrors])
}

export function checkUpdate(version: CustomVersion, object: Draft, old: Draft, metaErrors: MetaErrors): Verdict {
  const { schema, scale } = version
  const revision = new Revision(object as JsonValue, old as JsonValue, schema)
  const errors = [
    ...validateValue(object as JsonValue, schema, '', revision).map((problem) => fromProblem(problem)),
    ...scaleSpecProblems(object, scale),
    ...scaleStatusProblems(object, scale),
    ...validateEmbedded(object as JsonValue, schema).map((problem) => fromProblem(problem)),
    ...newListErrors(object, old, schema),
  ]
  return withRules(version, { object, old }, [errors, metaErrors])
}

/** A status update checks only the status against its schema; the rules of the whole object still run. */
export function checkStatusUpdate(version: CustomVersion, object: Draft, old: Draft, metaErrors: MetaErrors): Verdict {
  const errors = [
    ...statusErrors(version, object, old),
    ...scaleStatusProblems(object, version.scale),
    ...newListErrors(object, old, version.schema),
  ]
  return withRules(version, { object, old }, [errors, metaErrors])
}

function statusErrors({ schema }: CustomVersion, object: Draft, old: Draft): readonly FieldError[] {
  const [below, status] = [schema.properties?.['status'], object['status'] as JsonValue | undefined]
  if (below === undefined || status === undefined) return []
  const before = (old['status'] ?? null) as JsonValue
  const problems = validateValue(status, below, '', new Revision(status, before, below))
  return problems.map((problem) => {
    const error = fromProblem(problem)
    return { ...error, field: error.field === '<nil>' ? 'status' : `status.${error.field}` }
  })
}

function listErrors(object: Draft, schema: StructuralSchema): readonly FieldError[] {
  return validateListTypes(object as JsonValue, schema).map((problem) => fromProblem(problem))
}

/** Existing duplicates are tolerated. */
function newListErrors(object: Draft, old: Draft, schema: StructuralSchema): readonly FieldError[] {
  const errors = listErrors(object, schema)
  return errors.length > 0 && listErrors(old, schema).length === 0 ? errors : []
}

const blocking: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

const notRun = invalid(
  '<nil>',
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
)

interface Change {
  readonly object: Draft
  readonly old: Draft | undefined
}

function withRules(
  { rules }: CustomVersion,
  { object, old }: Change,
  [errors, metaErrors]: readonly [readonly FieldError[], MetaErrors],
): Verdict {
  if (rules === undefined) return { errors, warnings: [] }
  if ([...metaErrors, ...errors].some(({ cause }) => blocking.has(cause))) {
    return { errors: [...errors, notRun], warnings: [] }
  }
  const verdict = validateRules(rules, object as JsonObject, old === undefined ? {} : { old: old as JsonObject })
  return { errors: [...errors, ...verdict.errors], warnings: verdict.warnings }
}
