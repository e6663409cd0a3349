/**
 * What the types of selectors promise, checked where it runs: a cast, plain JavaScript or a value that is missing at
 * run time gets past the compiler, and a selector that is not understood must never select everything.
 */

/** Members by name. A `Map` or a list is none: its entries are not its members, so it would look empty. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value)
}

/** What a value is, in words. The value itself may be of any size, so it is not shown. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
