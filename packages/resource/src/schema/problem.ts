/**
 * A validation error in the API server's format: a field, a machine-readable reason, a message. A list of these becomes
 * `details.causes` of a Status, or the text after "is invalid:".
 */
import { goQuote } from '@kubewright/core/go'
import { goJson, goNumber } from './go-text.ts'

/** The machine-readable reason of a validation error, as in `details.causes` of a Status. */
export type ProblemReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueTypeInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueDuplicate'

/** A validation error of one field, in the format of the API server. */
export interface Problem {
  /** `spec.ports[0].name`; `<nil>` when the API server names no field. */
  readonly field: string
  readonly reason: ProblemReason
  /** The text after the field: `Invalid value: 51: …`. */
  readonly message: string
}

/** The field of problems that concern no single field. */
export const noField = '<nil>'

/**
 * One problem as the API server prints it.
 *
 * @example
 * ```ts
 * formatProblem({ field: 'spec.image', reason: 'FieldValueRequired', message: 'Required value' })
 * // => 'spec.image: Required value'
 * ```
 */
export function formatProblem({ field, message }: Problem): string {
  return `${field}: ${message}`
}

export function required(field: string, detail = ''): Problem {
  return { field, reason: 'FieldValueRequired', message: withDetail('Required value', detail) }
}

export function forbidden(field: string, detail: string): Problem {
  return { field, reason: 'FieldValueForbidden', message: withDetail('Forbidden', detail) }
}

export function invalid(field: string, value: unknown, detail: string): Problem {
  return { field, reason: 'FieldValueInvalid', message: withDetail(`Invalid value: ${goValue(value)}`, detail) }
}

export function typeInvalid(field: string, value: unknown, detail: string): Problem {
  return { ...invalid(field, value, detail), reason: 'FieldValueTypeInvalid' }
}

export function notSupported(field: string, value: unknown, supported: readonly string[]): Problem {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`
  const message = withDetail(`Unsupported value: ${goValue(value)}`, detail)
  return { field, reason: 'FieldValueNotSupported', message }
}

export function duplicate(field: string, value: unknown): Problem {
  return { field, reason: 'FieldValueDuplicate', message: `Duplicate value: ${goValue(value)}` }
}

export function tooLong(field: string, most: number): Problem {
  const message = `Too long: may not be more than ${most} ${most === 1 ? 'byte' : 'bytes'}`
  return { field, reason: 'FieldValueTooLong', message }
}

export function tooMany(field: string, given: number, most: number): Problem {
  const message = `Too many: ${given}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`
  return { field, reason: 'FieldValueTooMany', message }
}

function withDetail(body: string, detail: string): string {
  return detail === '' ? body : `${body}: ${detail}`
}

function goValue(value: unknown): string {
  if (typeof value === 'string') return goQuote(value)
  return typeof value === 'number' ? goNumber(value) : goJson(value)
}
