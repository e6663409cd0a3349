/** Formats URL queries. */
import { ApiError } from '../error/api-error.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { isWellFormed } from './path-segment.ts'

/** A value of a query parameter. */
type QueryValue = string | number | boolean

/** A list repeats its key: `command=ls&command=-l`. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>

/**
 * With its question mark; empty without parameters. Parameters keep their order.
 *
 * Failure: `KW_CLIENT_OPTION` for a text that cannot be encoded.
 */
export function formatQuery(query: Query, operation: Operation): string {
  let text = ''
  for (const [key, values] of Object.entries(query)) {
    if (values === undefined) continue
    for (const value of [values].flat()) {
      const pair = [key, String(value)]
      if (!pair.every(isWellFormed)) throw notEncodable(key, operation)
      text += `${text === '' ? '?' : '&'}${pair.map(encodeURIComponent).join('=')}`
    }
  }
  return text
}

function notEncodable(key: string, operation: Operation): Error {
  const why = `the query parameter ${JSON.stringify(key)} contains an unpaired surrogate`
  const next = 'Pass valid Unicode; the text was probably cut in the middle of a character.'
  return new ApiError('KW_CLIENT_OPTION', { what: describeOperation(operation), why, next }, operation)
}
