/** Validates the rules of a definition: they must compile, and their estimated cost must be within limits. */
import type { StructuralSchema, ValidationRule } from '@kubewright/resource/schema'
import { type FieldError, forbidden, invalid } from '../status/field-error.ts'
import { multiplyCosts } from '@kubewright/cel'
import { declaredType } from '@kubewright/cel/kubernetes'
import { type CompiledRule, compileRules, mostValues, rulesAt } from './compiled-rule.ts'

/** Cost limit of one rule over all values that it runs on in one object. */
const perRule = 10_000_000
/** Cost limit of all rules of a schema together. */
const perSchema = 100_000_000

interface Place {
  readonly schema: StructuralSchema
  readonly path: string
  readonly isRoot: boolean
  /** The maximum number of values at this place; `undefined` if unbounded. */
  readonly cardinality: number | undefined
  /** The path of the enclosing list or set whose elements cannot be correlated between two writes. */
  readonly uncorrelatable: string | undefined
}

interface Expense {
  readonly path: string
  readonly cost: number
}

/** @param path the path of `schema` in the definition: `spec.validation.openAPIV3Schema` */
export function checkRules(schema: StructuralSchema, path: string): readonly FieldError[] {
  const expenses: Expense[] = []
  const root = { schema, path, isRoot: true, cardinality: 1, uncorrelatable: undefined }
  const errors = errorsBelow(root, expenses)
  return [...errors, ...totalErrors(expenses, path)]
}

/** Children first, in the server's order. */
function errorsBelow(place: Place, expenses: Expense[]): readonly FieldError[] {
  return [...partsOf(place).flatMap((part) => errorsBelow(part, expenses)), ...errorsAt(place, expenses)]
}

function partsOf(place: Place): readonly Place[] {
  const { schema, path, cardinality, uncorrelatable } = place
  const most = elementsOf(schema)
  const below = {
    cardinality: cardinality === undefined || most === undefined ? undefined : multiplyCosts(cardinality, most),
    uncorrelatable,
    isRoot: false,
  }
  const parts: Place[] = []
  if (typeof schema.additionalProperties === 'object') {
    const values = schema.additionalProperties
    parts.push({ ...below, schema: values, path: `${path}.additionalProperties` })
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    parts.push({ ...below, schema: property, path: `${path}.properties[${name}]` })
  }
  if (schema.items !== undefined) {
    const isCorrelatable = schema['x-kubernetes-list-type'] === 'map'
    parts.push({
      ...below,
      schema: schema.items,
      path: `${path}.items`,
      uncorrelatable: uncorrelatable ?? (isCorrelatable ? undefined : path),
    })
  }
  return parts
}

/** The maximum number of direct children of a value; `undefined` if unbounded. */
function elementsOf({ type, additionalProperties, maxProperties, maxItems }: StructuralSchema): number | undefined {
  if (type === 'array') return maxItems === undefined ? undefined : Math.max(0, maxItems)
  if (type !== 'object' || additionalProperties === undefined) return 1
  return maxProperties === undefined ? undefined : Math.max(0, maxProperties)
}

function errorsAt(place: Place, expenses: Expense[]): readonly FieldError[] {
  const rules = rulesAt(place.schema)
  if (rules.length === 0) return []
  const path = `${place.path}.x-kubernetes-validations`
  const type = declaredType(place.schema, place.isRoot || place.schema['x-kubernetes-embedded-resource'] === true)
  if (type === undefined) return [unknownShape(path)]
  const cardinality = place.cardinality ?? mostValues(type)
  return compileRules(rules, type).flatMap((compiled, index) =>
    ruleErrors({ compiled, path: `${path}[${index}]`, cardinality, uncorrelatable: place.uncorrelatable }, expenses),
  )
}

function unknownShape(path: string): FieldError {
  const why =
    'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations'
  return { field: path, cause: 'InternalError', body: `Internal error: ${why}` }
}

interface RuleAt {
  readonly compiled: CompiledRule
  readonly path: string
  readonly cardinality: number
  readonly uncorrelatable: string | undefined
}

function ruleErrors(
  { compiled, path, cardinality, uncorrelatable }: RuleAt,
  expenses: Expense[],
): readonly FieldError[] {
  const { rule } = compiled
  return [
    ...expenseErrors(
      { path: `${path}.rule`, cost: multiplyCosts(compiled.cost, cardinality) },
      'estimated rule cost',
      expenses,
    ),
    ...(compiled.problem === undefined ? [] : [invalid(`${path}.rule`, shownRule(rule), compiled.problem)]),
    ...messageErrors(compiled, `${path}.messageExpression`, expenses),
    ...oldSelfErrors(compiled, path, uncorrelatable),
  ]
}

function messageErrors(compiled: CompiledRule, path: string, expenses: Expense[]): readonly FieldError[] {
  if (compiled.messageProblem !== undefined) return [invalid(path, shownRule(compiled.rule), compiled.messageProblem)]
  if (compiled.message === undefined) return []
  return expenseErrors({ path, cost: compiled.messageCost }, 'estimated messageExpression cost', expenses)
}

function oldSelfErrors(
  { usesOldSelf, rule }: CompiledRule,
  path: string,
  uncorrelatable: string | undefined,
): readonly FieldError[] {
  if (!usesOldSelf) {
    if (rule.optionalOldSelf === undefined) return []
    return [invalid(`${path}.optionalOldSelf`, rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule')]
  }
  if (uncorrelatable === undefined) return []
  const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`
  return [invalid(`${path}.rule`, rule.rule, why)]
}

function expenseErrors(expense: Expense, what: string, expenses: Expense[]): readonly FieldError[] {
  expenses.push(expense)
  return expense.cost > perRule ? [forbidden(expense.path, tooExpensive(what, expense.cost, perRule))] : []
}

/** The error for the total, and for up to four rules that contribute most. */
function totalErrors(expenses: readonly Expense[], path: string): readonly FieldError[] {
  const total = expenses.reduce((sum, { cost }) => sum + cost, 0)
  if (total <= perSchema) return []
  const worst = expenses
    .filter(({ cost }) => cost >= perSchema / 100)
    .sort((left, right) => right.cost - left.cost)
    .slice(0, 4)
  const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema'
  return [
    ...worst.map((each) =>
      forbidden(each.path, 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'),
    ),
    forbidden(path, tooExpensive(what, total, perSchema)),
  ]
}

function tooExpensive(what: string, cost: number, limit: number): string {
  const factor = cost / limit
  const shown = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
}

/** The rule as the server prints it: every field, in Go's order. */
function shownRule({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: ValidationRule): unknown {
  return {
    Rule: rule,
    Message: message ?? '',
    MessageExpression: messageExpression ?? '',
    Reason: reason ?? null,
    FieldPath: fieldPath ?? '',
    OptionalOldSelf: optionalOldSelf ?? null,
  }
}
