/**
 * Finds the metadata fields that most watch events are filtered by (identity, version, labels) in the bytes of an object, without
 * decoding it.
 *
 * It walks the keys of `metadata` and records the range of each wanted value, up to the requested one; nested values are skipped. When in
 * doubt it says so, and the caller decodes the object instead.
 *
 * Assumption: no object has the same key twice.
 */
import { parseJson } from '../error/parse-json.ts'
import {
  closeObject,
  comma,
  isMember,
  isPlainString,
  lost,
  openObject,
  skipKey,
  skipValue,
  startsWith,
} from './json-bytes.ts'

const metadataMember = Buffer.from('"metadata":')

/** All of different length, so a key is compared with at most one of them. */
const wanted = ['name', 'namespace', 'uid', 'resourceVersion', 'generation', 'labels', 'deletionTimestamp'] as const

export type ScannedKey = (typeof wanted)[number]

/** As encoded, with quotes and colon. */
const wantedMembers = wanted.map((key) => Buffer.from(`"${key}":`))
const longestMember = Math.max(...wantedMembers.map((member) => member.length))
const wantedByLength = Array.from({ length: longestMember + 1 }, (_, length) =>
  wantedMembers.findIndex((member) => member.length === length),
)

const noRanges: readonly number[] = wanted.flatMap(() => [0, 0])
/** The index of each key's range in the ranges. */
const place = Object.fromEntries(wanted.map((key, index) => [key, index * 2])) as Record<ScannedKey, number>

const behindLast = 0
const notBegun = -2

/** Returned on unexpected bytes. */
export const doubt: unique symbol = Symbol('doubt')

export class MetadataCursor {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
  /** The ranges of the wanted values found so far: first byte, and the byte after the last. */
  #ranges: number[] | undefined
  /** The comma or brace before the next key; `behindLast` at the end; `lost` on unexpected bytes. */
  #at = notBegun

  /** For the JSON object that begins at `start` and ends at `end` or before. Scans nothing yet. */
  constructor(bytes: Buffer, start: number, end: number) {
    this.bytes = bytes
    this.start = start
    this.end = end
  }

  /** The value of a key, as parsed by `JSON.parse`. */
  value(key: ScannedKey): unknown {
    const ranges = this.#seek(place[key])
    const end = ranges[place[key] + 1]!
    if (end === 0) return this.#absent()
    const start = ranges[place[key]]!
    if (isPlainString(this.bytes, start, end)) return this.bytes.toString('latin1', start + 1, end - 1)
    const value = parseJson(this.bytes.toString('utf8', start, end))
    return value === undefined ? doubt : value
  }

  /** The value of a key, as encoded. */
  text(key: ScannedKey): string | undefined | typeof doubt {
    const ranges = this.#seek(place[key])
    const end = ranges[place[key] + 1]!
    return end === 0 ? this.#absent() : this.bytes.toString('utf8', ranges[place[key]]!, end)
  }

  /** Distinguishes an absent key from a failed scan. */
  #absent(): undefined | typeof doubt {
    return this.#at === lost ? doubt : undefined
  }

  /** Scans until the value at `index` is found, or to the end. */
  #seek(index: number): readonly number[] {
    const ranges = this.#ranges ?? this.#begin()
    if (ranges[index + 1] === 0 && this.#at > 0) this.#walk(ranges, index)
    return ranges
  }

  #begin(): number[] {
    this.#ranges = noRanges.slice()
    const at = findMetadata(this.bytes, this.start, this.end)
    this.#at = at !== lost && this.bytes[at] === openObject ? at : lost
    return this.#ranges
  }

  #walk(ranges: number[], index: number): void {
    const { bytes, end } = this
    let at = this.#at
    while (at > 0 && ranges[index + 1] === 0) {
      const keyStart = at + 1
      const valueStart = skipKey(bytes, keyStart, end)
      at = valueStart === lost ? lost : skipValue(bytes, valueStart, end)
      const next = at === lost || at >= end ? lost : bytes[at]
      if (next === comma || next === closeObject) note(ranges, wantedIndex(bytes, keyStart, valueStart), valueStart, at)
      if (next !== comma) at = next === closeObject ? behindLast : lost
    }
    this.#at = at
  }
}

function note(ranges: number[], index: number, start: number, end: number): void {
  if (index === lost) return
  ranges[index * 2] = start
  ranges[index * 2 + 1] = end
}

/**
 * The offset of the value of the object's member `metadata`. Servers write it right after kind and version, so it is mostly the first
 * brace within the object. Then no key needs to be scanned: `,"metadata":{` is not inside a string, where its quotes would be escaped,
 * and no brace is opened or closed before it.
 */
export function findMetadata(bytes: Buffer, start: number, end: number): number {
  if (bytes[start] !== openObject) return lost
  const brace = bytes.indexOf(openObject, start + 1)
  return brace !== -1 && brace < end && isFirstMember(bytes, start, brace) ? brace : walkToMetadata(bytes, start, end)
}

function isFirstMember(bytes: Buffer, start: number, brace: number): boolean {
  const key = brace - metadataMember.length
  if (key <= start || (bytes[key - 1] !== comma && key - 1 !== start)) return false
  return startsWith(bytes, key, metadataMember) && bytes.indexOf(closeObject, start + 1) > brace
}

function walkToMetadata(bytes: Buffer, start: number, end: number): number {
  let at = start
  do {
    const keyStart = at + 1
    const valueStart = skipKey(bytes, keyStart, end)
    if (valueStart === lost || isMember(bytes, keyStart, valueStart, metadataMember)) return valueStart
    at = skipValue(bytes, valueStart, end)
  } while (at < end && bytes[at] === comma)
  return lost
}

function wantedIndex(bytes: Buffer, keyStart: number, valueStart: number): number {
  const index = wantedByLength[valueStart - keyStart] ?? lost
  return index !== lost && startsWith(bytes, keyStart, wantedMembers[index]!) ? index : lost
}
