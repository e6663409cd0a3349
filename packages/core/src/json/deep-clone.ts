/** Deep copy of a JSON-shaped value. */
import { setOwn } from './json.ts'

/**
 * Copies objects and arrays recursively; several times as fast as `structuredClone`, because it handles only JSON.
 * Members that are `undefined` are kept; prototypes, accessors and symbols are not.
 *
 * @example
 * ```ts
 * const original = { spec: { ports: [80] } }
 * const copy = deepClone(original)
 * copy.spec.ports.push(443)
 * original // => { spec: { ports: [80] } }
 * ```
 */
export function deepClone<T>(value: T): T {
  return copyOf(value) as T
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) setOwn(copy, key, copyOf((value as Record<string, unknown>)[key]))
  return copy
}
