import { Uint } from './number.ts'
import type { Value } from './value.ts'

/** A value in an error message: scalars as text, others as an empty string. */
export function scalarText(value: Value): string {
  if (value instanceof Uint) return String(value.value)
  return value !== null && typeof value === 'object' ? '' : String(value)
}
