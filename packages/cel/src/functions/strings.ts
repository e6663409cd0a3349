/** Strings: the standard predicates and the strings extension. Positions count code points. */
import { goEscapes } from '@kubewright/core/go'
import { boolType, dynType, intType, listType, stringType } from '../types/type.ts'
import { CelError, isCelError } from '../values/cel-error.ts'
import { ArrayValue, type ListValue } from '../values/collection.ts'
import { scalarText } from '../values/scalar-text.ts'
import { formatText } from './format-text.ts'
import { fn, type Library, method } from './overload.ts'

export const strings: Library = {
  contains: [
    method<[string, string]>('contains_string', [stringType, stringType], boolType, (text, part) =>
      text.includes(part),
    ),
  ],
  startsWith: [
    method<[string, string]>('starts_with_string', [stringType, stringType], boolType, (text, part) =>
      text.startsWith(part),
    ),
  ],
  endsWith: [
    method<[string, string]>('ends_with_string', [stringType, stringType], boolType, (text, part) =>
      text.endsWith(part),
    ),
  ],
  charAt: [method<[string, bigint]>('string_char_at_int', [stringType, intType], stringType, charAt)],
  indexOf: [
    method<[string, string]>('string_index_of_string', [stringType, stringType], intType, (text, part) =>
      indexOf(text, part, 0n),
    ),
    method<[string, string, bigint]>('string_index_of_string_int', [stringType, stringType, intType], intType, indexOf),
  ],
  lastIndexOf: [
    method<[string, string]>('string_last_index_of_string', [stringType, stringType], intType, (text, part) => {
      const length = BigInt(Array.from(text).length)
      if (part === '') return length
      return length === 0n ? -1n : lastIndexOf(text, part, length - 1n)
    }),
    method<[string, string, bigint]>(
      'string_last_index_of_string_int',
      [stringType, stringType, intType],
      intType,
      lastIndexOf,
    ),
  ],
  lowerAscii: [
    method<[string]>('string_lower_ascii', [stringType], stringType, (text) =>
      text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
    ),
  ],
  upperAscii: [
    method<[string]>('string_upper_ascii', [stringType], stringType, (text) =>
      text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
    ),
  ],
  replace: [
    method<[string, string, string]>(
      'string_replace_string_string',
      [stringType, stringType, stringType],
      stringType,
      (text, from, to) => replace(text, from, to, -1n),
    ),
    method<[string, string, string, bigint]>(
      'string_replace_string_string_int',
      [stringType, stringType, stringType, intType],
      stringType,
      replace,
    ),
  ],
  split: [
    method<[string, string]>('string_split_string', [stringType, stringType], listType(stringType), (text, separator) =>
      split(text, separator, -1n),
    ),
    method<[string, string, bigint]>(
      'string_split_string_int',
      [stringType, stringType, intType],
      listType(stringType),
      split,
    ),
  ],
  substring: [
    method<[string, bigint]>('string_substring_int', [stringType, intType], stringType, (text, start) =>
      substring(text, start, undefined),
    ),
    method<[string, bigint, bigint]>('string_substring_int_int', [stringType, intType, intType], stringType, substring),
  ],
  trim: [method<[string]>('string_trim', [stringType], stringType, trim)],
  join: [
    method<[ListValue]>('list_join', [listType(stringType)], stringType, (list) => join(list, '')),
    method<[ListValue, string]>('list_join_string', [listType(stringType), stringType], stringType, join),
  ],
  format: [method<[string, ListValue]>('string_format', [stringType, listType(dynType)], stringType, formatText)],
  'strings.quote': [fn<[string]>('strings_quote', [stringType], stringType, quote)],
}

function outOfRange(index: bigint): CelError {
  return new CelError(`index out of range: ${index}`)
}

function charAt(text: string, index: bigint): string | CelError {
  const characters = Array.from(text)
  if (index < 0n || index > characters.length) return outOfRange(index)
  return characters[Number(index)] ?? ''
}

function indexOf(text: string, part: string, offset: bigint): bigint | CelError {
  if (part === '') return offset
  if (offset < 0n) return outOfRange(offset)
  const characters = Array.from(text)
  if (offset >= characters.length) return -1n
  const skipped = characters.slice(0, Number(offset)).join('').length
  const found = text.indexOf(part, skipped)
  return found < 0 ? -1n : BigInt(Array.from(text.slice(0, found)).length)
}

function lastIndexOf(text: string, part: string, offset: bigint): bigint | CelError {
  if (part === '') return offset
  if (offset < 0n) return outOfRange(offset)
  const characters = Array.from(text)
  if (offset >= characters.length) return -1n
  const upTo = characters.slice(0, Number(offset)).join('').length
  const found = text.lastIndexOf(part, upTo)
  return found < 0 ? -1n : BigInt(Array.from(text.slice(0, found)).length)
}

/** An empty `from` matches between all characters. */
function replace(text: string, from: string, to: string, limit: bigint): string {
  if (limit < 0n) return from === '' ? replaceBetween(text, to, Infinity) : text.replaceAll(from, () => to)
  if (from === '') return replaceBetween(text, to, Number(limit))
  let left = Number(limit)
  return text.replaceAll(from, () => (left-- > 0 ? to : from))
}

function replaceBetween(text: string, to: string, limit: number): string {
  const characters = ['', ...Array.from(text)]
  return characters.map((character, index) => character + (index < limit ? to : '')).join('')
}

function split(text: string, separator: string, limit: bigint): ListValue {
  if (limit === 0n) return new ArrayValue([])
  const pieces = separator === '' ? Array.from(text) : text.split(separator)
  const most = limit < 0n ? pieces.length : Number(limit)
  if (pieces.length <= most) return new ArrayValue(pieces)
  return new ArrayValue([...pieces.slice(0, most - 1), pieces.slice(most - 1).join(separator)])
}

function substring(text: string, start: bigint, end: bigint | undefined): string | CelError {
  const characters = Array.from(text)
  if (end !== undefined && start > end) {
    return new CelError(`invalid substring range. start: ${start}, end: ${end}`)
  }
  if (start < 0n || start > characters.length) return outOfRange(start)
  if (end !== undefined && end > characters.length) return outOfRange(end)
  return characters.slice(Number(start), end === undefined ? undefined : Number(end)).join('')
}

/** Trims Unicode white space, which differs from JavaScript's in two characters. */
function trim(text: string): string {
  const space = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
  const start = new RegExp(`^${space}+`).exec(text)?.[0].length ?? 0
  let end = text.length
  const isSpace = new RegExp(space)
  while (end > start && isSpace.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

function join(list: ListValue, separator: string): string | CelError {
  const pieces: string[] = []
  for (const element of list) {
    if (isCelError(element)) return element
    if (typeof element !== 'string') return new CelError(`join: invalid input: ${scalarText(element)}`)
    pieces.push(element)
  }
  return pieces.join(separator)
}

/** As cel-go does: characters without a name of their own stay, which `goQuote` would escape. */
function quote(text: string): string {
  const escaped = Array.from(text, (character) => goEscapes[character] ?? character).join('')
  return `"${escaped.replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')}"`
}
