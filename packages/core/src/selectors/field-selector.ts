/**
 * Field selectors select objects by the few fields an API server supports. As text (`metadata.name=blog,status.phase!=Failed`), as an
 * object of required values, or as a list of requirements.
 *
 * The server decides which fields exist. In text, `\` escapes `,`, `=` and `\` in a value.
 */
import { coreErrors } from '../errors.ts'
import { isRecord, kindOf } from './selector-form.ts'

/** One requirement of a field selector: a field and the value that it must or must not have. */
export interface FieldRequirement {
  readonly field: string
  readonly operator: '=' | '!='
  readonly value: string
}

/** Every notation of a field selector. An object requires equality of all its members. */
export type AnyFieldSelector = string | Readonly<Record<string, string>> | readonly FieldRequirement[]

/** Whether an object is selected, given a function that reads its fields. A missing field reads as the empty string. */
export type FieldMatcher = (read: (field: string) => string | undefined) => boolean

/**
 * Parses a field selector. The requirements are sorted.
 *
 * Failure: `KW_CORE_FIELD_SELECTOR`; `details.message` is what an API server would answer.
 *
 * @example
 * ```ts
 * parseFieldSelector('metadata.name=blog') // => [{ field: 'metadata.name', operator: '=', value: 'blog' }]
 * ```
 */
export function parseFieldSelector(text: string): readonly FieldRequirement[] {
  const requirements: FieldRequirement[] = []
  // The server sorts first, so errors are reported in that order too.
  const terms = splitTerms(text).sort(([left], [right]) => (left < right ? -1 : Number(left > right)))
  for (const [term, position] of terms) {
    if (term === '') continue
    const requirement = parseTerm(text, term, position)
    // The server drops a term with neither field nor value.
    if (requirement.field !== '' || requirement.value !== '') requirements.push(requirement)
  }
  return requirements
}

/**
 * The requirements of a selector; those parsed from text are sorted.
 *
 * Failure: `KW_CORE_FIELD_SELECTOR` names a member that violates the types.
 */
export function fieldRequirements(selector: AnyFieldSelector): readonly FieldRequirement[] {
  if (typeof selector === 'string') return parseFieldSelector(selector)
  if (isList(selector)) {
    for (const [index, requirement] of selector.entries()) assertRequirement(requirement, index)
    return selector
  }
  assertWanted(selector)
  return Object.entries(selector).map(([field, value]) => ({ field, operator: '=', value }))
}

/**
 * The selector as text; equal selectors have equal text.
 *
 * @example
 * ```ts
 * formatFieldSelector({ 'spec.nodeName': 'a,b' }) // => 'spec.nodeName=a\\,b'
 * ```
 */
export function formatFieldSelector(selector: AnyFieldSelector): string {
  const terms = fieldRequirements(selector).map((requirement) => {
    assertField(requirement.field, selector)
    return `${requirement.field}${requirement.operator}${requirement.value.replace(/[\\,=]/g, '\\$&')}`
  })
  return [...new Set(terms)].sort().join(',')
}

/**
 * Compiles the selector to a predicate. Compile once, match often.
 *
 * @example
 * ```ts
 * const isRunning = compileFieldSelector('status.phase=Running')
 * isRunning((field) => (field === 'status.phase' ? 'Running' : undefined)) // => true
 * ```
 */
export function compileFieldSelector(selector: AnyFieldSelector): FieldMatcher {
  const requirements = fieldRequirements(selector)
  return (read) => {
    for (const { field, operator, value } of requirements) {
      if (((read(field) ?? '') === value) !== (operator === '=')) return false
    }
    return true
  }
}

function isList(
  selector: Readonly<Record<string, string>> | readonly FieldRequirement[],
): selector is readonly FieldRequirement[] {
  return Array.isArray(selector)
}

function assertWanted(selector: unknown): void {
  if (!isRecord(selector)) throw malformed(`it is ${kindOf(selector)}`)
  for (const [field, value] of Object.entries(selector)) {
    if (typeof value !== 'string')
      throw malformed(`the value of ${JSON.stringify(field)} is ${kindOf(value)}, not text`)
  }
}

function assertRequirement(requirement: unknown, index: number): void {
  if (!isRecord(requirement)) throw malformed(`[${index}] is ${kindOf(requirement)}, not an object`)
  const { field, operator, value } = requirement
  if (typeof field !== 'string') throw malformed(`[${index}].field is ${kindOf(field)}, not text`)
  if (operator !== '=' && operator !== '!=') throw malformed(`[${index}].operator is neither '=' nor '!='`)
  if (typeof value !== 'string') throw malformed(`[${index}].value is ${kindOf(value)}, not text`)
}

/** The terms between unescaped commas, each with its position in the text. */
function splitTerms(text: string): [term: string, position: number][] {
  const terms: [string, number][] = []
  let start = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === ',') {
      terms.push([text.slice(start, index), start])
      start = index + 1
    }
  }
  terms.push([text.slice(start), start])
  return terms
}

function parseTerm(text: string, term: string, position: number): FieldRequirement {
  const sign = /!=|==?/.exec(term)
  if (!sign) throw unreadable(text, position, `invalid selector: '${text}'; can't understand '${term}'`)
  const valueStart = sign.index + sign[0].length
  return {
    field: term.slice(0, sign.index),
    operator: sign[0] === '!=' ? '!=' : '=',
    value: unescapeValue(text, term.slice(valueStart), position + valueStart),
  }
}

function unescapeValue(text: string, escaped: string, position: number): string {
  let value = ''
  for (let index = 0; index < escaped.length; index++) {
    const unit = escaped[index]!
    if (unit === '=')
      throw unreadable(text, position + index, 'invalid field selector: unescaped character in value: 61')
    if (unit !== '\\') value += unit
    else {
      const next = escaped[++index] ?? ''
      if (next !== '\\' && next !== ',' && next !== '=') {
        const message = `invalid field selector: invalid escape sequence: \\${next}`
        throw unreadable(text, position + index - 1, message)
      }
      value += next
    }
  }
  return value
}

/** A field name cannot be escaped, so one that holds a delimiter would be misread. */
function assertField(field: string, selector: AnyFieldSelector): void {
  if (field !== '' && !/[\\,=]|!$/.test(field)) return
  throw coreErrors('KW_CORE_FIELD_SELECTOR', {
    what: `write the field selector ${JSON.stringify(selector)}`,
    why: `${JSON.stringify(field)} cannot be the name of a field`,
    next: "Use a path such as 'metadata.name'.",
    details: { selector, field },
  })
}

function malformed(why: string): Error {
  return coreErrors('KW_CORE_FIELD_SELECTOR', {
    what: 'use the given value as a field selector',
    why,
    next: "Write 'status.phase=Running' or { 'status.phase': 'Running' }; if a value can be undefined, handle that case before the call.",
    details: { message: why },
  })
}

function unreadable(selector: string, position: number, message: string): Error {
  return coreErrors('KW_CORE_FIELD_SELECTOR', {
    what: `read the field selector ${JSON.stringify(selector)}`,
    why: `at position ${position}: ${message}`,
    next: "Write terms such as 'metadata.name=blog' or 'status.phase!=Failed', joined by commas; put \\ before , = and \\ in values.",
    details: { selector, position, message },
  })
}
