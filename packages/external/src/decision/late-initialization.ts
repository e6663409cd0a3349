/** Fills in fields that the spec leaves unset, and nothing else. Pure. */
import { getOwn, isJsonObject } from '@kubewright/core/json'

/**
 * The part of `proposed` that `spec` leaves unset; `undefined` if there is none. Set fields are kept, even `null` or empty ones.
 *
 * @example
 * ```ts
 * openFields({ size: 1, net: { zone: 'a' } }, { size: 5, net: { zone: 'b', port: 1 }, tier: 'small' })
 * // => { net: { port: 1 }, tier: 'small' }
 * openFields({ size: 1 }, { size: 5 }) // => undefined
 * ```
 */
export function openFields(spec: object, proposed: object): object | undefined {
  const entries = Object.entries(proposed).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined || value === null) return []
    const set = getOwn(spec as Record<string, unknown>, name)
    if (set === undefined) return [[name, value]]
    if (!isJsonObject(set) || !isJsonObject(value)) return []
    const inner = openFields(set, value)
    return inner === undefined ? [] : [[name, inner]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
