/** `'…%s…'.format([…])`: parses the clauses and formats the values. */
import { CelError, isCelError } from '../values/cel-error.ts'
import { ListValue, MapValue } from '../values/collection.ts'
import { Uint } from '../values/number.ts'
import { Duration, formatDuration, formatTimestamp, Timestamp } from '../values/time.ts'
import { TypeValue, type Value } from '../values/value.ts'
import { typeNameOf } from '../values/value-type.ts'
import { formatDouble } from './go-number.ts'

export type ClauseKind = 's' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o'

export interface Clause {
  readonly kind: ClauseKind
  readonly precision: number
}

/** Literal text, a clause, or the error of an invalid clause. */
export type FormatPart = string | Clause | CelError

const defaultPrecision = 6

/** The parts of a format, up to the first invalid clause. */
export function readFormat(format: string): readonly FormatPart[] {
  const parts: FormatPart[] = []
  const shape = /%%|%(?:\.(\d*))?([^]?)|[^%]+/uy
  for (let match = shape.exec(format); match !== null && match[0] !== ''; match = shape.exec(format)) {
    const part = readPart(match[0], match[1], match[2] ?? '')
    parts.push(part)
    if (isCelError(part)) break
  }
  return parts
}

function readPart(text: string, precision: string | undefined, kind: string): FormatPart {
  if (text === '%%') return '%'
  if (!text.startsWith('%')) return text
  if (text === '%') return new CelError('unexpected end of string')
  if (kind === '') {
    return new CelError(
      'could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
    )
  }
  if (precision === '') {
    return new CelError(
      'could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    )
  }
  if (!/[sdfebxXo]/.test(kind)) {
    return new CelError(`could not parse formatting clause: unrecognized formatting clause "${kind}"`)
  }
  return { kind: kind as ClauseKind, precision: precision === undefined ? defaultPrecision : Number(precision) }
}

/** Messages for a value that a clause does not accept. */
export const complaints: Readonly<Record<ClauseKind, string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given',
  d: 'decimal clause can only be used on integers, was given',
  f: 'fixed-point clause can only be used on doubles, was given',
  e: 'scientific clause can only be used on doubles, was given',
  b: 'only integers and bools can be formatted as binary, was given',
  x: 'only integers, byte buffers, and strings can be formatted as hex, was given',
  X: 'only integers, byte buffers, and strings can be formatted as hex, was given',
  o: 'octal clause can only be used on integers, was given',
}

/** Limit on the length of the formatted text; a precision could request any length. */
const longest = 1_000_000

export function formatText(format: string, values: ListValue): string | CelError {
  let text = ''
  let index = 0
  for (const part of readFormat(format)) {
    if (typeof part === 'string') text += part
    else if (index >= values.size) return new CelError(`index ${index} out of range`)
    else {
      const written = isCelError(part) ? part : writeClause(part, values.at(index++))
      if (isCelError(written)) return written
      text += written
    }
    if (text.length > longest) return new CelError('formatted text is too long')
  }
  return text
}

function writeClause(clause: Clause, value: Value): string | CelError {
  if (isCelError(value)) return value
  const text = clauseText(clause, value)
  if (text !== undefined) return text
  return new CelError(`error during formatting: ${complaints[clause.kind]} ${typeNameOf(value)}`)
}

function clauseText({ kind, precision }: Clause, value: Value): string | undefined {
  switch (kind) {
    case 's':
      return plain(value)
    case 'd':
      return decimal(value)
    case 'f':
      return withDouble(value, (double) => fixed(double, precision))
    case 'e':
      return withDouble(value, scientific)
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : wholeIn(2, value)
    case 'o':
      return wholeIn(8, value)
    case 'x':
      return hex(value)
    case 'X':
      return hex(value)?.toUpperCase()
  }
}

function wholeIn(radix: number, value: Value): string | undefined {
  if (typeof value === 'bigint') return value.toString(radix)
  return value instanceof Uint ? value.value.toString(radix) : undefined
}

function decimal(value: Value): string | undefined {
  if (typeof value === 'number') return unusual(value)
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? value : wholeIn(10, value)
}

/** The text of NaN and the infinities; undefined for other numbers. */
function unusual(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isFinite(value) ? undefined : value > 0 ? 'Infinity' : '-Infinity'
}

function hex(value: Value): string | undefined {
  if (typeof value === 'string') return Buffer.from(value).toString('hex')
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : wholeIn(16, value)
}

function withDouble(value: Value, write: (value: number) => string): string | undefined {
  if (value === 'NaN') return 'NaN'
  if (value === 'Infinity' || value === '-Infinity') return value.replace('Infinity', '∞')
  if (typeof value !== 'number') return undefined
  return Number.isNaN(value) ? 'NaN' : Number.isFinite(value) ? write(value) : value > 0 ? '∞' : '-∞'
}

/** With commas between thousands: the server formats for the locale en-US. */
function fixed(value: number, precision: number): string {
  const [whole, fraction] = toFixedHalfEven(value, Math.min(precision, 100)).split('.')
  const grouped = whole!.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction.padEnd(Math.min(precision, 1000), '0')}`
}

/** Rounds half to even, unlike `toFixed`. */
function toFixedHalfEven(value: number, precision: number): string {
  const rounded = value.toFixed(precision)
  const isTie = /^50*$/.test(
    value
      .toFixed(Math.min(100, precision + 60))
      .replace(/^[^.]*\./, '')
      .slice(precision),
  )
  if (!isTie || Number(rounded.at(-1)) % 2 === 0) return rounded
  const [one, other] = [Number(rounded), 2 * value - Number(rounded)]
  return (Math.abs(one - value) <= Math.abs(other - value) ? other : one).toFixed(precision)
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function scientific(value: number): string {
  const [mantissa, exponent] = value.toExponential(defaultPrecision).split('e')
  const digits = Math.abs(Number(exponent)).toString().padStart(2, '0')
  const raised = Array.from(digits, (digit) => superscripts[Number(digit)]).join('')
  return `${mantissa}\u202f×\u202f10${Number(exponent) < 0 ? '⁻' : ''}${raised}`
}

function plain(value: Value): string | undefined {
  if (value === null) return 'null'
  if (typeof value === 'number') return formatDouble(value)
  if (typeof value !== 'object') return String(value)
  if (value instanceof ListValue) return listText(value)
  if (value instanceof MapValue) return mapText(value)
  if (value instanceof Uint) return String(value.value)
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  if (value instanceof Timestamp) return formatTimestamp(value)
  if (value instanceof Duration) return formatDuration(value)
  return value instanceof TypeValue ? value.type.name : undefined
}

function listText(list: ListValue): string | undefined {
  const texts = Array.from(list, nested)
  return texts.includes(undefined) ? undefined : `[${texts.join(', ')}]`
}

function mapText(map: MapValue): string | undefined {
  const entries: string[] = []
  for (const key of map.keys()) {
    const [keyText, valueText] = [nested(key), nested(map.find(key)!)]
    if (keyText === undefined || valueText === undefined) return undefined
    entries.push(`${keyText}:${valueText}`)
  }
  return `{${entries.sort().join(', ')}}`
}

/** Inside a collection, strings are quoted and times carry their type. */
function nested(value: Value): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number')
    return unusual(value) === undefined ? value.toFixed(defaultPrecision) : `"${unusual(value)}"`
  if (value instanceof Uint8Array) return `b${JSON.stringify(new TextDecoder().decode(value))}`
  if (value instanceof Timestamp) return `timestamp("${formatTimestamp(value)}")`
  if (value instanceof Duration) return `duration("${formatDuration(value)}")`
  return plain(value)
}
