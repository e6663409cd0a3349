/** Finds the managed fields in the bytes of an object, to remove them before decoding. */
import { closeObject, comma, isMember, lost, openObject, skipKey, skipValue } from './json-bytes.ts'
import { doubt, findMetadata } from './metadata-cursor.ts'

const member = Buffer.from('"managedFields":')

/** From the first byte to remove to the one after the last. */
export type Cut = readonly [start: number, end: number]

/**
 * The range to remove so that the object that begins at `start` has no managed fields: the member and one adjacent comma. `undefined` if
 * it has none, `doubt` on unexpected bytes.
 */
export function findManagedFields(bytes: Buffer, start: number, end: number): Cut | undefined | typeof doubt {
  let at = findMetadata(bytes, start, end)
  if (at === lost || bytes[at] !== openObject) return doubt
  do {
    const keyStart = at + 1
    const valueStart = skipKey(bytes, keyStart, end)
    at = valueStart === lost ? lost : skipValue(bytes, valueStart, end)
    if (at === lost || at >= end) return doubt
    if (isMember(bytes, keyStart, valueStart, member)) return cutAround(bytes, keyStart, at)
  } while (bytes[at] === comma)
  return bytes[at] === closeObject ? undefined : doubt
}

function cutAround(bytes: Buffer, start: number, end: number): Cut | typeof doubt {
  const next = bytes[end]
  if (next !== comma && next !== closeObject) return doubt
  if (bytes[start - 1] === comma) return [start - 1, end]
  return next === comma ? [start, end + 1] : [start, end]
}
