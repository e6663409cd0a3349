/** Differences between a value and the expected part of it. Pure. */

/** Part of a value: omitted fields may have any value. */
export type Part<Value> = Value extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Part<Value[Key]> | undefined }
    : Value

/**
 * Returns a sentence for each difference: `status.url is missing, not "x"`. Maps must have every expected field, or lack it where
 * `undefined` is expected; lists must have the expected length.
 */
export function differencesOf(actual: unknown, expected: unknown, path = ''): readonly string[] {
  if (Object.is(actual, expected)) return []
  if (Array.isArray(expected) && Array.isArray(actual)) return inLists(actual, expected, path)
  if (isMap(expected) && isMap(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      differencesOf(actual[key], value, path === '' ? key : `${path}.${key}`),
    )
  }
  return [`${path || 'it'} is ${shown(actual)}, not ${shown(expected)}`]
}

function inLists(actual: readonly unknown[], expected: readonly unknown[], path: string): readonly string[] {
  const items = expected.flatMap((item, at) => differencesOf(actual[at], item, `${path}[${at}]`))
  if (actual.length === expected.length) return items
  return [`${path} has ${actual.length} items, not ${expected.length}`, ...items]
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
