/** Whether an object already has all desired fields. */
import { deepEqual, getOwn, isJsonObject } from '@kubewright/core/json'

/**
 * Whether everything in `wanted` is in `actual`; lists must have the same length.
 *
 * @param wanted undefined members are ignored
 */
export function isWithin(wanted: unknown, actual: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) && wanted.length === actual.length && wanted.every((one, at) => isWithin(one, actual[at]))
    )
  }
  if (!isJsonObject(wanted)) return deepEqual(wanted as never, actual as never)
  if (!isJsonObject(actual)) return false
  return Object.entries(wanted).every(([key, value]) => value === undefined || isWithin(value, getOwn(actual, key)))
}
