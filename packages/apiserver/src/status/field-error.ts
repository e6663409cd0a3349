/** An error about one field, with the API server's message. */
import { goQuote } from '@kubewright/core/go'
import { goJson } from '../go/go-json.ts'

const causeOf = {
  'Required value': 'FieldValueRequired',
  'Invalid value': 'FieldValueInvalid',
  'Unsupported value': 'FieldValueNotSupported',
  'Duplicate value': 'FieldValueDuplicate',
  'Not found': 'FieldValueNotFound',
  Forbidden: 'FieldValueForbidden',
  'Too long': 'FieldValueTooLong',
  'Too many': 'FieldValueTooMany',
  'Too few': 'FieldValueTooFew',
  'Too short': 'FieldValueTooShort',
  'Internal error': 'InternalError',
} as const

export type FieldErrorKind = keyof typeof causeOf

export interface FieldError {
  /** `spec.containers[0].image`; `<nil>` for the whole object. */
  readonly field: string
  /** Machine-readable reason: `FieldValueRequired`. */
  readonly cause: string
  /** The message without the field: `Required value`. */
  readonly body: string
}

/** Omits the value from the message, as the API server does for whole objects. */
export const omitted: unique symbol = Symbol('omitted')

/** `field: kind[: value][: detail]` */
export function fieldError(kind: FieldErrorKind, field: string, value: unknown = omitted, detail = ''): FieldError {
  let body: string | undefined
  return {
    field,
    cause: causeOf[kind],
    // Formatted on first read: a list may be invalid once for each of its items, and each error shows the whole list.
    get body() {
      return (body ??= bodyOf(kind, value, detail))
    },
  }
}

function bodyOf(kind: FieldErrorKind, value: unknown, detail: string): string {
  const parts = [kind as string]
  if (value !== omitted) parts.push(formatValue(value))
  if (detail !== '') parts.push(detail)
  return parts.join(': ')
}

export function required(field: string, detail = ''): FieldError {
  return fieldError('Required value', field, omitted, detail)
}

export function invalid(field: string, value: unknown, detail: string): FieldError {
  return fieldError('Invalid value', field, value === undefined ? null : value, detail)
}

export function forbidden(field: string, detail: string): FieldError {
  return fieldError('Forbidden', field, omitted, detail)
}

export function unsupported(field: string, value: unknown, supported: readonly string[]): FieldError {
  const list = supported.map(goQuote).join(', ')
  return fieldError('Unsupported value', field, value, list === '' ? '' : `supported values: ${list}`)
}

export function tooLong(field: string, bytes: number): FieldError {
  return fieldError('Too long', field, omitted, `may not be more than ${bytes} bytes`)
}

export function tooMany(field: string, count: number, limit: number): FieldError {
  return fieldError('Too many', field, count, `must have at most ${limit} item${limit === 1 ? '' : 's'}`)
}

export function formatFieldError({ field, body }: FieldError): string {
  return `${field}: ${body}`
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return goQuote(value)
  return value === undefined ? 'null' : goJson(value)
}
