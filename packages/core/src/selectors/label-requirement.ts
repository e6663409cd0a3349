/** One requirement of a label selector: a key, an operator and its values. */
import { goQuote } from '../go/go-quote.ts'
import { nameProblems } from '../object/object-name.ts'

/** Labels as objects carry them. */
export type Labels = Readonly<Record<string, string>>

/** The operators of label requirements, and how many values each takes. */
const operators = {
  In: 'some',
  NotIn: 'some',
  Exists: 'none',
  DoesNotExist: 'none',
  Gt: 'one integer',
  Lt: 'one integer',
} as const

/** The operator of a label requirement. `Gt` and `Lt` compare integers, and are not part of a stored selector. */
export type LabelOperator = keyof typeof operators

/** `NotIn` and `DoesNotExist` also match if the key is missing; all others require it. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  readonly values: readonly string[]
}

/** Whether labels match a requirement or a whole selector. Missing labels count as empty. */
export type LabelMatcher = (labels: Labels | undefined) => boolean

/** The API server's validation messages for a requirement; empty if it is valid. */
export function requirementProblems({ key, operator, values }: LabelRequirement): readonly string[] {
  const keyProblems = nameProblems('qualifiedName', key)
  return [
    ...(keyProblems.length > 0 ? [`key: Invalid value: ${goQuote(key)}: ${keyProblems.join('; ')}`] : []),
    ...countProblems(operator, values),
    ...values.flatMap((value, index) => valueProblems(key, value, index)),
  ]
}

export function isLabelOperator(text: string): text is LabelOperator {
  return Object.hasOwn(operators, text)
}

/** Compiles the requirement to a predicate that matches without allocating. */
export function requirementMatcher({ key, operator, values }: LabelRequirement): LabelMatcher {
  const [first] = values
  switch (operator) {
    case 'In':
      if (values.length === 1) return (labels) => valueOf(labels, key) === first
      return (labels) => includes(values, valueOf(labels, key))
    case 'NotIn':
      if (values.length === 1) return (labels) => valueOf(labels, key) !== first
      return (labels) => !includes(values, valueOf(labels, key))
    case 'Exists':
      return (labels) => valueOf(labels, key) !== undefined
    case 'DoesNotExist':
      return (labels) => valueOf(labels, key) === undefined
    case 'Gt':
    case 'Lt':
      return integerMatcher(key, operator, first!)
  }
}

/** A label's value. Inherited members such as `constructor` are legal label keys, but their values are not strings. */
function valueOf(labels: Labels | undefined, key: string): string | undefined {
  const value = labels?.[key] as unknown
  return typeof value === 'string' ? value : undefined
}

function includes(values: readonly string[], value: string | undefined): boolean {
  return value !== undefined && values.includes(value)
}

function integerMatcher(key: string, operator: 'Gt' | 'Lt', value: string): LabelMatcher {
  const bound = toInt64(value)
  return (labels) => {
    const actual = toInt64(valueOf(labels, key) ?? '')
    if (actual === undefined || bound === undefined) return false
    return operator === 'Gt' ? actual > bound : actual < bound
  }
}

/** The integer in `text`, as the server parses it: signed, decimal, 64 bits. */
function toInt64(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,63}$/.test(text)) return undefined
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
  return BigInt.asIntN(64, value) === value ? value : undefined
}

function countProblems(operator: LabelOperator, values: readonly string[]): readonly string[] {
  switch (operators[operator]) {
    case 'some':
      return values.length > 0
        ? []
        : ["values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"]
    case 'none':
      if (values.length === 0) return []
      return [`values: Invalid value: ${quoteAll(values)}: values set must be empty for exists and does not exist`]
    case 'one integer':
      return integerProblems(values)
  }
}

function integerProblems(values: readonly string[]): readonly string[] {
  const count =
    values.length === 1
      ? []
      : [`values: Invalid value: ${quoteAll(values)}: for 'Gt', 'Lt' operators, exactly one value is required`]
  const wrong = values.flatMap((value, index) =>
    toInt64(value) === undefined
      ? [`values[${index}]: Invalid value: ${goQuote(value)}: for 'Gt', 'Lt' operators, the value must be an integer`]
      : [],
  )
  return [...count, ...wrong]
}

function valueProblems(key: string, value: string, index: number): readonly string[] {
  const problems = nameProblems('labelValue', value)
  if (problems.length === 0) return []
  return [`values[${index}][${key}]: Invalid value: ${goQuote(value)}: ${problems.join('; ')}`]
}

function quoteAll(values: readonly string[]): string {
  return JSON.stringify(values)
}
