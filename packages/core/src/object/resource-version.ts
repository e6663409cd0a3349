/**
 * Resource versions: ordering two states of an object or a collection.
 *
 * An API server uses 64-bit numbers today; nothing here relies on that. Only versions from the same server and the same kind are
 * comparable.
 */
import { coreErrors } from '../errors.ts'

/**
 * Negative if `left` is older than `right`, positive if it is newer, zero if both are the same.
 *
 * @example
 * ```ts
 * compareResourceVersions('99', '100') // => -1
 * const versions = ['100', '7', '99']
 * versions.sort(compareResourceVersions) // => ['7', '99', '100']
 * ```
 */
export function compareResourceVersions(left: string, right: string): -1 | 0 | 1 {
  const leftStart = firstDigit(left)
  const rightStart = firstDigit(right)
  // Without leading zeros, the longer number is larger, and numbers of equal length compare as text.
  const leftDigits = left.length - leftStart
  const rightDigits = right.length - rightStart
  if (leftDigits !== rightDigits) return leftDigits < rightDigits ? -1 : 1
  for (let offset = 0; offset < leftDigits; offset++) {
    const difference = left.charCodeAt(leftStart + offset) - right.charCodeAt(rightStart + offset)
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return 0
}

/** Whether `text` is a comparable version: decimal digits only. */
export function isResourceVersion(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < zero || unit > nine) return false
  }
  return text.length > 0
}

const zero = 48
const nine = 57

/** The index of the first digit after leading zeros. Allocation-free: called for every watch event. */
function firstDigit(version: string): number {
  if (!isResourceVersion(version)) throw notComparable(version)
  let start = 0
  while (start < version.length - 1 && version.charCodeAt(start) === zero) start++
  return start
}

function notComparable(version: string): Error {
  return coreErrors('KW_CORE_RESOURCE_VERSION', {
    what: `compare the resourceVersion ${JSON.stringify(version)}`,
    why: version === '' ? 'it is empty' : 'it is not a decimal number',
    next: 'Compare only versions an API server returned for stored objects and lists.',
    details: { given: version },
  })
}
