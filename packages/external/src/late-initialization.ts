/** Fills in what an author left open, and nothing else. Pure. */
import { getOwn, isJsonObject } from '@kubewright/core'

/**
 * The part of `proposed` that `spec` leaves open; `undefined` if that is nothing. What is set stays, also to `null` or empty.
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
