/** Makes a value permanently read-only, for objects that many readers share. */

/** Freezes `value` recursively in place and returns it. A later write throws instead of corrupting a cache. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const key of Object.keys(value)) deepFreeze((value as Record<string, unknown>)[key])
  return Object.freeze(value)
}
