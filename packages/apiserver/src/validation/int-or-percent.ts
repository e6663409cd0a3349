/** Validation of numbers that may be percentages: `1`, `"25%"`. */
import { invalid } from '../status/field-error.ts'
import { nonNegative, type Problems } from './problems.ts'

export type IntOrPercent = string | number

const form = /^[0-9]+%$/
const notPercent =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"

export function* intOrPercent(value: IntOrPercent | undefined, path: string): Problems {
  if (typeof value === 'number') yield* nonNegative(value, path)
  else if (value !== undefined && !form.test(value)) yield invalid(path, value, notPercent)
}

export function* atMostAll(value: IntOrPercent | undefined, path: string): Problems {
  if (typeof value === 'string' && form.test(value) && amountOf(value) > 100) {
    yield invalid(path, value, 'must not be greater than 100%')
  }
}

/** The number, or the number before the percent sign; 0 if it cannot be parsed. */
export function amountOf(value: IntOrPercent | undefined): number {
  if (typeof value === 'number') return value
  return value !== undefined && /^[0-9]+%?$/.test(value) ? Number.parseInt(value, 10) : 0
}
