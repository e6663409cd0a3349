/** Validates the shape of a label selector before it is read. */
import { coreErrors } from '../errors.ts'
import { isRecord, kindOf } from './selector-form.ts'

const usual = "Write 'app=web', or { matchLabels: { app: 'web' } }; an empty selector, which selects everything, is {}."

/** Failure: `KW_CORE_LABEL_SELECTOR` names the invalid member and the expected form. */
export function assertLabelSelectorForm(selector: unknown): void {
  if (typeof selector === 'string') return
  if (Array.isArray(selector)) {
    for (const [index, requirement] of selector.entries()) assertExpression(requirement, `[${index}]`, true)
  } else if (isRecord(selector)) {
    for (const [name, value] of Object.entries(selector)) assertMember(name, value)
  } else throw malformed(`it is ${kindOf(selector)}`)
}

function assertMember(name: string, value: unknown): void {
  if (name === 'matchLabels') assertLabels(value)
  else if (name === 'matchExpressions') assertExpressions(value)
  else {
    const labels = typeof value === 'string' ? `{ ${JSON.stringify(name)}: ${JSON.stringify(value)} }` : undefined
    throw malformed(
      `it has no member ${JSON.stringify(name)}, only matchLabels and matchExpressions`,
      labels && `Write { matchLabels: ${labels} }.`,
    )
  }
}

function assertLabels(labels: unknown): void {
  if (!isRecord(labels)) throw malformed(`matchLabels is ${kindOf(labels)}, not an object of labels`)
  for (const [key, value] of Object.entries(labels)) {
    if (typeof value === 'string') continue
    throw malformed(
      `matchLabels[${JSON.stringify(key)}] is ${kindOf(value)}, but the value of a label is text`,
      "Write the value in quotes, such as '5' or 'true'; if it can be undefined, handle that case before the call.",
    )
  }
}

function assertExpressions(expressions: unknown): void {
  if (!Array.isArray(expressions)) throw malformed(`matchExpressions is ${kindOf(expressions)}, not a list`)
  for (const [index, one] of expressions.entries()) assertExpression(one, `matchExpressions[${index}]`, false)
}

function assertExpression(expression: unknown, place: string, needsValues: boolean): void {
  const next = "Write { key: 'app', operator: 'In', values: ['web', 'api'] }."
  if (!isRecord(expression)) throw malformed(`${place} is ${kindOf(expression)}, not an object`, next)
  const { key, operator, values, ...others } = expression
  const [other] = Object.keys(others)
  if (other !== undefined) throw malformed(`${place} has no member ${JSON.stringify(other)}`, next)
  if (typeof key !== 'string') throw malformed(`${place}.key is ${kindOf(key)}, not text`, next)
  if (typeof operator !== 'string') throw malformed(`${place}.operator is ${kindOf(operator)}, not text`, next)
  if (values === undefined && !needsValues) return
  if (!Array.isArray(values)) throw malformed(`${place}.values is ${kindOf(values)}, not a list`, next)
  const wrong = values.findIndex((value) => typeof value !== 'string')
  if (wrong >= 0) throw malformed(`${place}.values[${wrong}] is ${kindOf(values[wrong])}, not text`, next)
}

function malformed(why: string, next = usual): Error {
  return coreErrors('KW_CORE_LABEL_SELECTOR', {
    what: 'use the given value as a label selector',
    why,
    next,
    details: { message: why },
  })
}
