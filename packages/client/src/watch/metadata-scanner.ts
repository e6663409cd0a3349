/**
 * Finds the few metadata fields that most watch events are judged by (identity, version, labels) in the bytes of an
 * object, without decoding the object.
 *
 * It walks the object's own keys to `metadata`, then the keys of `metadata`, and notes where each wanted value lies; what
 * is nested deeper is stepped over. It knows only the compact form that API servers write. Whenever the bytes hold
 * anything else (a blank, an escaped key, a bracket that never closes) it gives up, and the caller decodes the whole
 * object instead. It does not validate: whoever must know that an object is well-formed decodes it.
 *
 * Assumption: no object has the same key twice.
 */
const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openArray = 0x5b
const backslash = 0x5c
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** The answer of every step that met something unexpected. */
const lost = -1

const metadataMember = Buffer.from('"metadata":')
const managedFieldsMember = Buffer.from('"managedFields":')

/** No two have the same length, so a key is compared with at most one of them. */
const wanted = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'labels',
  'deletionTimestamp',
  'managedFields',
] as const

export type ScannedKey = Exclude<(typeof wanted)[number], 'managedFields'>

/** As they stand in the bytes, with their quotes and the colon. */
const wantedMembers = wanted.map((key) => Buffer.from(`"${key}":`))
const longestMember = Math.max(...wantedMembers.map((member) => member.length))
const wantedByLength = Array.from({ length: longestMember + 1 }, (_, length) =>
  wantedMembers.findIndex((member) => member.length === length),
)

/** Where the wanted values lie: for each key in turn its first byte and the byte after its last; zeros if absent. */
export type MetadataRanges = readonly number[]

const noRanges: MetadataRanges = wanted.flatMap(() => [0, 0])
/** Where in the ranges each key has its two. */
const place = Object.fromEntries(wanted.map((key, index) => [key, index * 2])) as Record<
  (typeof wanted)[number],
  number
>

/** The ranges for the JSON object that begins at `start` and ends before `end`. `undefined` when in doubt. */
export function scanMetadata(bytes: Buffer, start: number, end: number): MetadataRanges | undefined {
  const metadata = findMetadata(bytes, start, end)
  return metadata === lost ? undefined : rangesOf(bytes, metadata, end)
}

/** The value of one wanted key, as `JSON.parse` reads it. */
export function scannedValue(bytes: Buffer, ranges: MetadataRanges, key: ScannedKey): unknown {
  const at = place[key]
  const start = ranges[at]!
  const end = ranges[at + 1]!
  if (end === 0) return undefined
  if (isPlainString(bytes, start, end)) return bytes.toString('latin1', start + 1, end - 1)
  return JSON.parse(bytes.toString('utf8', start, end))
}

/** The same, as it is written. */
export function scannedText(bytes: Buffer, ranges: MetadataRanges, key: ScannedKey): string | undefined {
  const end = ranges[place[key] + 1]!
  return end === 0 ? undefined : bytes.toString('utf8', ranges[place[key]]!, end)
}

/** The bytes that have to go so that `metadata` has no managed fields: the member and one comma beside it. */
export function managedFieldsSpan(bytes: Buffer, ranges: MetadataRanges): readonly [start: number, end: number] {
  const end = ranges[place.managedFields + 1]!
  if (end === 0) return [0, 0]
  const start = ranges[place.managedFields]! - managedFieldsMember.length
  if (bytes[start - 1] === comma) return [start - 1, end]
  return bytes[end] === comma ? [start, end + 1] : [start, end]
}

/**
 * The offset of the value of the object's member `metadata`. Servers write it right behind kind and version, so it is
 * mostly the first brace within the object. Then no key needs to be looked at: `,"metadata":{` is not part of a string,
 * where its quotes would be escaped, and no other brace is open.
 */
function findMetadata(bytes: Buffer, start: number, end: number): number {
  if (bytes[start] !== openObject) return lost
  const brace = bytes.indexOf(openObject, start + 1)
  const key = brace - metadataMember.length
  const isKey = key > start && (bytes[key - 1] === comma || key - 1 === start) && startsWith(bytes, key, metadataMember)
  return isKey && brace < end ? brace : walkToMetadata(bytes, start, end)
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

function rangesOf(bytes: Buffer, start: number, end: number): MetadataRanges | undefined {
  if (bytes[start] !== openObject) return undefined
  const ranges = noRanges.slice()
  let at = start
  do {
    const keyStart = at + 1
    const valueStart = skipKey(bytes, keyStart, end)
    if (valueStart === lost) return undefined
    at = skipValue(bytes, valueStart, end)
    const index = wantedIndex(bytes, keyStart, valueStart)
    if (index === lost) continue
    ranges[index * 2] = valueStart
    ranges[index * 2 + 1] = at
  } while (at < end && bytes[at] === comma)
  return at < end && bytes[at] === closeObject ? ranges : undefined
}

/** From the quote that opens a key to the value behind its colon. A key with an escape may be any key: doubt. */
function skipKey(bytes: Buffer, at: number, end: number): number {
  if (bytes[at] !== quote) return lost
  for (let index = at + 1; index < end; index++) {
    const byte = bytes[index]
    if (byte === quote) return bytes[index + 1] === colon ? index + 2 : lost
    if (byte === backslash) return lost
  }
  return lost
}

function wantedIndex(bytes: Buffer, keyStart: number, valueStart: number): number {
  const index = wantedByLength[valueStart - keyStart] ?? lost
  return index !== lost && startsWith(bytes, keyStart, wantedMembers[index]!) ? index : lost
}

function isMember(bytes: Buffer, keyStart: number, valueStart: number, member: Buffer): boolean {
  return valueStart - keyStart === member.length && startsWith(bytes, keyStart, member)
}

function startsWith(bytes: Buffer, at: number, part: Buffer): boolean {
  for (let index = 0; index < part.length; index++) if (bytes[at + index] !== part[index]) return false
  return true
}

/** The offset behind the value at `at`. */
function skipValue(bytes: Buffer, at: number, end: number): number {
  switch (bytes[at]) {
    case quote:
      return skipString(bytes, at, end)
    case openArray:
      return skipArray(bytes, at, end)
    case openObject:
      return skipBrackets(bytes, at, end)
    default:
      return skipWord(bytes, at, end)
  }
}

function skipString(bytes: Buffer, at: number, end: number): number {
  for (let index = at + 1; index < end; index++) {
    const byte = bytes[index]
    if (byte === quote) return index + 1
    if (byte === backslash) index++
  }
  return lost
}

/**
 * Managed fields are half of most metadata, and two native searches step over them ten times faster than a loop:
 * the first `]` ends the array if no `[` lies before it and it is not part of a string. It is not part of a string when
 * behind it, and behind further closing braces, follow a comma, a quote and a letter: a quote that ended a string would
 * be followed by one of `,:]}`.
 */
function skipArray(bytes: Buffer, at: number, end: number): number {
  const close = bytes.indexOf(closeArray, at + 1)
  const nested = bytes.indexOf(openArray, at + 1)
  if (close === -1 || (nested !== -1 && nested < close)) return skipBrackets(bytes, at, end)
  let next = close + 1
  while (bytes[next] === closeObject) next++
  const isOutsideStrings = bytes[next] === comma && bytes[next + 1] === quote && isLetter(bytes[next + 2])
  return isOutsideStrings ? close + 1 : skipBrackets(bytes, at, end)
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
}

function skipBrackets(bytes: Buffer, at: number, end: number): number {
  let depth = 0
  for (let index = at; index < end; index++) {
    const byte = bytes[index]
    if (byte === quote) {
      // Strings are stepped over here rather than by a call: this loop sees most bytes of large objects.
      while (bytes[++index] !== quote) {
        if (bytes[index] === backslash) index++
        else if (index >= end) return lost
      }
    } else if (byte === openObject || byte === openArray) depth++
    else if ((byte === closeObject || byte === closeArray) && --depth === 0) return index + 1
  }
  return lost
}

/** A number, `true`, `false` or `null`. */
function skipWord(bytes: Buffer, at: number, end: number): number {
  let index = at
  while (index < end && bytes[index] !== comma && bytes[index] !== closeObject) index++
  return index
}

/** Whether the bytes between the quotes are the characters of the string: ASCII, and no escape. */
function isPlainString(bytes: Buffer, start: number, end: number): boolean {
  if (bytes[start] !== quote) return false
  for (let index = start + 1; index < end - 1; index++) {
    const byte = bytes[index]!
    if (byte === backslash || byte >= 0x80 || byte < 0x20) return false
  }
  return true
}
