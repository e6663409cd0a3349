/**
 * Run-time validation of a definition: its known keys and their values. The compiler enforces the same; in JavaScript, or past the
 * compiler with a spread, a misspelt key is reported instead of silently ignored.
 */
import { form, formatProblems } from '@kubewright/core/input'
import { resourceErrors } from './errors.ts'

const { anything, text, flag, count, method, choice, listOf, mapOf, fields, either } = form
const flagOrText = either(flag, text)

const columnOptions = {
  type: choice('integer', 'number', 'string', 'boolean', 'date'),
  format: choice('int32', 'int64', 'float', 'double', 'byte', 'date', 'date-time', 'password'),
  description: text,
  priority: count,
}
const column = either(text, fields({ path: text }, columnOptions, 'a column'))
const rule = fields(
  { rule: text },
  {
    message: text,
    messageExpression: text,
    reason: choice('FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'),
    fieldPath: text,
    optionalOldSelf: flag,
  },
  'a rule',
)

/** The members that each version may set. */
const ofVersion = {
  columns: mapOf(column),
  scale: fields({ spec: text, status: text }, { selector: text }, 'a scale'),
  selectableFields: listOf(text),
  rules: listOf(rule),
}

const otherVersion = fields(
  { schema: fields({ spec: anything }, { status: anything }, 'a schema'), toStorage: method, fromStorage: method },
  { served: flag, deprecated: flagOrText, ...ofVersion },
  'a version',
)

const definition = fields(
  // Schemas are validated by their own reader, which names the invalid part.
  { group: text, version: text, kind: text, scope: choice('Namespaced', 'Cluster'), spec: anything },
  {
    plural: text,
    singular: text,
    shortNames: listOf(text),
    categories: listOf(text),
    description: text,
    status: anything,
    conditions: listOf(text),
    ...ofVersion,
    versions: mapOf(otherVersion),
  },
  'a definition',
)

/** Failure: `KW_RESOURCE_DEFINITION`, with all problems. */
export function assertForm(given: unknown): void {
  const problems = definition(given, '')
  if (problems.length === 0) return
  throw resourceErrors('KW_RESOURCE_DEFINITION', {
    what: `define ${describe(given)}`,
    why: formatProblems(problems),
    next: 'Correct these options. The required ones are: defineResource({ group, version, kind, scope, spec }).',
    details: { problems },
  })
}

function describe(given: unknown): string {
  const { kind, group } = (given ?? {}) as { readonly kind?: unknown; readonly group?: unknown }
  if (typeof kind !== 'string') return 'a resource'
  return typeof group === 'string' ? `the resource ${kind}.${group}` : `the resource ${kind}`
}
