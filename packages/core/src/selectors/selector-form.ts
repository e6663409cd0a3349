/**
 * Run-time checks of the selector types: a cast, plain JavaScript or a missing value gets past the compiler, and an invalid selector
 * must never select everything.
 */

/** A plain object. A `Map` or a list is not: its entries are not members, so it would appear empty. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value)
}

/** Describes a value's type. The value itself may be of any size, so it is not shown. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
