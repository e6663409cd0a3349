/** Structural equality of two JSON-shaped values, regardless of key order. */

/**
 * Compares by structure. A member that is `undefined` counts as absent, because serialization drops it.
 *
 * @example
 * ```ts
 * deepEqual({ a: 1, b: [2] }, { b: [2], a: 1 }) // => true
 * deepEqual({ a: 1, b: undefined }, { a: 1 }) // => true
 * deepEqual([1, 2], [2, 1]) // => false
 * ```
 */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return Number.isNaN(left) && Number.isNaN(right)
  }
  const isArray = Array.isArray(left)
  if (isArray !== Array.isArray(right)) return false
  return isArray ? equalArrays(left, right as unknown[]) : equalObjects(left as Members, right as Members)
}

type Members = Readonly<Record<string, unknown>>

function equalArrays(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false
  for (let index = 0; index < left.length; index++) {
    if (!deepEqual(left[index], right[index])) return false
  }
  return true
}

function equalObjects(left: Members, right: Members): boolean {
  const keys = Object.keys(left)
  let present = 0
  for (const key of keys) {
    const value = left[key]
    if (value === undefined) continue
    present++
    const other = right[key]
    if (value !== other && !deepEqual(value, other)) return false
    // `__proto__` is the only inherited property that is an object, so it could compare equal to a missing member.
    if (key === '__proto__' && !Object.hasOwn(right, key)) return false
  }
  const others = Object.keys(right)
  return present === others.length || present === countPresent(right, others)
}

function countPresent(object: Members, keys: readonly string[]): number {
  let present = 0
  for (const key of keys) if (object[key] !== undefined) present++
  return present
}
