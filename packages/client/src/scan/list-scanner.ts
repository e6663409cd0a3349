/** Extracts parts of a list without decoding it: the continue token, and the text without managed fields. */
import { isJsonObject } from '@kubewright/core/json'
import { parseJson } from '../error/parse-json.ts'
import { closeArray, comma, isMember, lost, openArray, openObject, skipKey, skipOut, skipValue } from './json-bytes.ts'
import { type Cut, findManagedFields } from './managed-fields.ts'
import { doubt, findMetadata } from './metadata-cursor.ts'

const itemsMember = Buffer.from('"items":')

/** The token of the next page, so that it can be fetched while this one is decoded. `undefined` when in doubt. */
export function nextPageToken(bytes: Buffer): string | undefined {
  const start = findMetadata(bytes, 0, bytes.length)
  const end = start === lost ? lost : skipValue(bytes, start, bytes.length)
  if (end === lost) return undefined
  const metadata = parseJson(bytes.toString('utf8', start, end))
  const token = isJsonObject(metadata) ? metadata.continue : undefined
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** A list text without managed fields, and the range removed from each item, if any. */
export interface CutList {
  readonly text: string
  readonly cuts: readonly (Cut | undefined)[]
}

/**
 * The text of a list without the managed fields of its items. `undefined` when in doubt.
 *
 * It scans every byte of every item, which is still several times faster than decoding the parts it removes.
 */
export function listWithoutManagedFields(bytes: Buffer): CutList | undefined {
  const items = findItems(bytes)
  if (items === lost || bytes[items] !== openArray) return undefined
  const parts: string[] = []
  const cuts: (Cut | undefined)[] = []
  let kept = 0
  let at = items
  do {
    const item = at + 1
    const cut = bytes[item] === openObject ? findManagedFields(bytes, item, bytes.length) : doubt
    if (cut === doubt) return undefined
    cuts.push(cut)
    if (cut !== undefined) parts.push(bytes.toString('utf8', kept, cut[0]))
    if (cut !== undefined) kept = cut[1]
    // After the cut two braces are open: those of the metadata and of the item.
    at = cut === undefined ? skipValue(bytes, item, bytes.length) : skipOut(bytes, kept, bytes.length, 2)
  } while (bytes[at] === comma)
  if (bytes[at] !== closeArray) return undefined
  parts.push(bytes.toString('utf8', kept))
  return { text: parts.join(''), cuts }
}

function findItems(bytes: Buffer): number {
  let at = 0
  if (bytes[at] !== openObject) return lost
  do {
    const keyStart = at + 1
    const valueStart = skipKey(bytes, keyStart, bytes.length)
    if (valueStart === lost || isMember(bytes, keyStart, valueStart, itemsMember)) return valueStart
    at = skipValue(bytes, valueStart, bytes.length)
  } while (bytes[at] === comma)
  return lost
}
