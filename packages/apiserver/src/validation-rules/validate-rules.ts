/**
 * Validates an object against the rules of its schema.
 *
 * Guarantees: errors have the server's wording and paths; the cost of an object is limited to its budget.
 */
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import type { RuleReason, StructuralSchema } from '@kubewright/resource/schema'
import {
  type FieldError,
  fieldError,
  forbidden,
  formatFieldError,
  invalid,
  omitted,
  required,
} from '../status/field-error.ts'
import { Optional, type Variables } from '@kubewright/cel'
import { objectValue } from '@kubewright/cel/kubernetes'
import type { CompiledRule } from './compiled-rule.ts'
import { Correlation, oldItem } from './correlation.ts'
import { childPath, rulePath, shownPath } from './field-path.ts'
import { messageOf } from './rule-message.ts'
import { nameOfRule, type RuleTree } from './rule-tree.ts'

/** Cost limit of all rules together for one object. */
export const perObjectBudget = 10_000_000

export interface RuleOptions {
  /** The previous version of the object; `undefined` on create. */
  readonly old?: JsonObject
  /** Whether to ignore errors of unchanged values. @default true when there is an old object */
  readonly isRatcheting?: boolean
  /** @default perObjectBudget */
  readonly budget?: number
}

export interface RuleVerdict {
  readonly errors: readonly FieldError[]
  /** The ignored errors, for a warning. */
  readonly warnings: readonly string[]
}

export function validateRules(rules: RuleTree, object: JsonObject, options: RuleOptions = {}): RuleVerdict {
  const { old, isRatcheting = old !== undefined, budget = perObjectBudget } = options
  const judge = new Judge(budget)
  const correlation = old !== undefined && isRatcheting ? Correlation.between(object, old) : Correlation.none()
  judge.walk(rules, { value: object, old, path: '', correlation })
  return judge
}

/** A value to validate. */
interface Subject {
  readonly value: JsonValue
  /** The old value, if it can be correlated. */
  readonly old: JsonValue | undefined
  readonly path: string
  readonly correlation: Correlation
}

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run'

class Judge {
  readonly errors: FieldError[] = []
  readonly warnings: string[] = []
  /** Negative when no more rules may run. */
  #budget: number

  constructor(budget: number) {
    this.#budget = budget
  }

  walk(tree: RuleTree, subject: Subject): void {
    if (subject.value === null || this.#budget < 0) return
    this.#runAll(tree, subject)
    if (Array.isArray(subject.value)) this.#walkItems(tree, subject, subject.value)
    else if (isJsonObject(subject.value)) this.#walkFields(tree, subject, subject.value)
  }

  #walkItems({ items, schema }: RuleTree, { old, path, correlation }: Subject, value: readonly JsonValue[]): void {
    if (items === undefined) return
    for (const [index, item] of value.entries()) {
      this.walk(items, {
        value: item,
        old: Array.isArray(old) ? oldItem(item, old, schema) : undefined,
        path: `${path}[${index}]`,
        correlation: correlation.index(index, schema),
      })
    }
  }

  #walkFields({ properties, additionalProperties }: RuleTree, subject: Subject, value: JsonObject): void {
    for (const [name, field] of Object.entries(value)) {
      const old = isJsonObject(subject.old) ? getOwn(subject.old, name) : undefined
      const correlation = subject.correlation.key(name)
      if (additionalProperties !== undefined) {
        this.walk(additionalProperties, { value: field!, old, path: `${subject.path}[${name}]`, correlation })
      }
      const tree = properties.get(name)
      if (tree !== undefined) this.walk(tree, { value: field!, old, path: childPath(subject.path, name), correlation })
    }
  }

  #runAll({ rules, schema }: RuleTree, subject: Subject): void {
    if (rules.length === 0) return
    if (this.#budget <= 0) return this.#stop(subject, schema, outOfBudget)
    for (const compiled of rules) {
      if (this.#budget < 0) return
      this.#run(compiled, subject, schema)
    }
  }

  /** Ends the validation of the whole object. */
  #stop({ path }: Subject, schema: StructuralSchema, why: string): void {
    this.errors.push(invalid(shownPath(path), schema.type ?? '', why))
    this.#budget = -1
  }

  #run(compiled: CompiledRule, subject: Subject, schema: StructuralSchema): void {
    const { rule, program, problem, usesOldSelf } = compiled
    const blame = (why: string) => this.errors.push(invalid(shownPath(subject.path), schema.type ?? '', why))
    if (problem !== undefined) return void blame(`rule compile error: ${problem}`)
    if (program === undefined) return
    const old = subject.old ?? undefined
    if (usesOldSelf && old === undefined && rule.optionalOldSelf !== true) return
    const outcome = program.evaluate(variablesOf(subject, schema, rule.optionalOldSelf === true))
    if (outcome.cost > this.#budget) return this.#stop(subject, schema, outOfBudget)
    this.#budget -= outcome.cost
    if ('value' in outcome) {
      if (outcome.value !== true) this.#fail(compiled, subject, schema)
    } else if (outcome.isOverLimit) {
      const why = 'no further validation rules will be run due to call cost exceeds limit for rule'
      this.#stop(subject, schema, `'${outcome.error}': ${why}: ${nameOfRule(rule)}`)
    } else blame(describeError(outcome.error, nameOfRule(rule)))
  }

  #fail(compiled: CompiledRule, subject: Subject, schema: StructuralSchema): void {
    const { rule, usesOldSelf } = compiled
    const path = rule.fieldPath ? rulePath(subject.path, rule.fieldPath, schema) : subject.path
    const { detail, budget, problem } = messageOf(compiled, variablesOf(subject, schema, false), this.#budget)
    this.#budget = budget
    const error =
      problem === undefined
        ? errorFor(shownPath(path), shownValue(subject.value, schema), detail, rule.reason)
        : invalid(shownPath(path), schema.type ?? '', problem)
    if (!usesOldSelf && subject.correlation.isUnchanged) this.warnings.push(formatFieldError(error))
    else this.errors.push(error)
  }
}

function variablesOf({ value, old }: Subject, schema: StructuralSchema, isOptional: boolean): Variables {
  const oldSelf = () => (old === undefined || old === null ? undefined : objectValue(old, schema))
  return (name) => {
    if (name === 'self') return objectValue(value, schema)
    if (name !== 'oldSelf') return undefined
    return isOptional ? new Optional(oldSelf()) : oldSelf()
  }
}

function describeError(error: string, rule: string): string {
  if (!error.startsWith('no such overload')) return `${error} evaluating rule: ${rule}`
  return `'${error}': call arguments did not match a supported operator, function or macro signature for rule: ${rule}`
}

function shownValue(value: JsonValue, { type }: StructuralSchema): unknown {
  return type === 'object' || type === 'array' ? omitted : value
}

function errorFor(path: string, value: unknown, detail: string, reason: RuleReason | undefined): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(path, detail)
    case 'FieldValueRequired':
      return required(path, detail)
    case 'FieldValueDuplicate':
      return fieldError('Duplicate value', path, value)
    default:
      return fieldError('Invalid value', path, value, detail)
  }
}
