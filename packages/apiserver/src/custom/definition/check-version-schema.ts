/** Validates the schema of a version: structure, defaults and CEL rules. */
import {
  checkSchema,
  defaultProblems,
  type Problem,
  structuralProblems,
  type StructuralSchema,
} from '@kubewright/resource/schema'
import { checkRules } from '../../validation-rules/check-rules.ts'
import { type FieldError, invalid } from '../../status/field-error.ts'
import { defaultRuleErrors } from './check-default-rules.ts'
import { goSchema } from './go-form.ts'

export interface SchemaScope {
  /** `spec.validation`, or `spec.versions[0].schema`. */
  readonly path: string
  readonly hasStatus: boolean
}

/** Rules are compiled only if the schema is structural and its defaults are valid. */
export function schemaErrors(schema: StructuralSchema, { path, hasStatus }: SchemaScope): readonly FieldError[] {
  const at = `${path}.openAPIV3Schema`
  const problems = checkSchema(schema, { path: at, hasStatus }).map((problem) => fromProblem(problem, schema))
  const isSound = structuralProblems(schema).length === 0 && defaultProblems(schema).length === 0
  if (!isSound) return problems
  const defaults = defaultRuleErrors(schema, at)
  if (defaults.length > 0) return [...problems, ...defaults]
  return [...problems, ...checkRules(schema, at).filter((error) => !isBeside(error, problems))]
}

/** Errors about the whole schema show it with Go's field names. */
export function fromProblem({ field, reason, message }: Problem, schema?: StructuralSchema): FieldError {
  const root = / fields are allowed at the root of the schema if the status subresource is enabled$/
  if (schema !== undefined && root.test(message)) {
    return invalid(field, goSchema(schema as never), message.slice(message.lastIndexOf(': only [') + 2))
  }
  return { field, cause: reason, body: message }
}

/** Whether there is a problem at the location of the rule, or below it. */
function isBeside({ field }: FieldError, problems: readonly FieldError[]): boolean {
  const [place] = field.split('.x-kubernetes-validations')
  return place !== field && problems.some((problem) => problem.field.startsWith(place!))
}
