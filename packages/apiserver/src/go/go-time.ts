/** Times as Go reads and writes them: RFC 3339, in seconds or, for MicroTime, in microseconds. */
import { goTimeQuote } from '@kubewright/core/go'
import { ValueProblem } from './value-problem.ts'

const layouts = { seconds: '2006-01-02T15:04:05Z07:00', micros: '2006-01-02T15:04:05.000000Z07:00' } as const

export type TimePrecision = keyof typeof layouts

const common = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{6})?Z$/

/** Go's zero time is the first instant of the year 1. */
const zero = -62_135_596_800_000

/**
 * Returns the time in canonical form; null for the zero time.
 *
 * Failure: throws a `ValueProblem` with Go's words.
 */
export function readTime(text: string, precision: TimePrecision): string | null {
  const fraction = common.exec(text)?.[5]
  const isCommon = fraction === undefined ? precision === 'seconds' && common.test(text) : precision === 'micros'
  if (isCommon && !text.startsWith('0001-01-01T00:00:00')) return text
  const { ms, micros } = parseTime(text, precision)
  return formatTime(ms, micros, precision)
}

/** @param micros the microseconds beyond `ms`: 0 to 999 */
export function formatTime(ms: number, micros: number, precision: TimePrecision): string | null {
  if (ms === zero && micros === 0) return null
  // JavaScript writes years outside 0 to 9999 with six digits and a sign, Go with as many digits as needed.
  const iso = new Date(ms).toISOString().replace(/^\+0*/, '').replace(/^-00/, '-')
  const [, day, fraction] = /^(.*)\.(\d{3})Z$/.exec(iso)!
  return precision === 'seconds' ? `${day}Z` : `${day}.${fraction}${String(micros).padStart(3, '0')}Z`
}

interface Instant {
  readonly ms: number
  readonly micros: number
}

/** Parser state: the layout, and the text left to read. */
class Reading {
  readonly text: string
  readonly layout: string
  rest: string

  constructor(text: string, precision: TimePrecision) {
    this.text = text
    this.layout = layouts[precision]
    this.rest = text
  }

  /** Consumes a match of `pattern` at the start of the rest; `element` is the layout element it belongs to. */
  take(pattern: RegExp, element: string): RegExpExecArray {
    const found = pattern.exec(this.rest)
    if (found === null) {
      const parts = [goTimeQuote(this.text), goTimeQuote(this.layout), goTimeQuote(this.rest), goTimeQuote(element)]
      throw new ValueProblem(`parsing time ${parts[0]} as ${parts[1]}: cannot parse ${parts[2]} as ${parts[3]}`)
    }
    this.rest = this.rest.slice(found[0].length)
    return found
  }

  number(pattern: RegExp, element: string): number {
    return Number(this.take(pattern, element)[0])
  }

  within(value: number, [low, high]: readonly [number, number], what: string): number {
    if (value >= low && value <= high) return value
    throw new ValueProblem(`parsing time ${goTimeQuote(this.text)}: ${what} out of range`)
  }
}

function parseTime(text: string, precision: TimePrecision): Instant {
  const reading = new Reading(text, precision)
  const year = reading.number(/^\d{4}/, '2006')
  reading.take(/^-/, '-')
  const month = reading.within(reading.number(/^\d\d/, '01'), [1, 12], 'month')
  reading.take(/^-/, '-')
  const day = reading.number(/^\d\d/, '02')
  reading.take(/^T/, 'T')
  const hour = reading.within(reading.number(/^\d\d?/, '15'), [0, 23], 'hour')
  reading.take(/^:/, ':')
  const minute = reading.within(reading.number(/^\d\d/, '04'), [0, 59], 'minute')
  reading.take(/^:/, ':')
  const second = reading.within(reading.number(/^\d\d/, '05'), [0, 59], 'second')
  const micros = precision === 'micros' ? readMicros(reading) : skipFraction(reading)
  const offset = readOffset(reading)
  if (reading.rest !== '') {
    throw new ValueProblem(`parsing time ${goTimeQuote(text)}: extra text: ${goTimeQuote(reading.rest)}`)
  }
  reading.within(day, [1, daysIn(year, month)], 'day')
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, Math.floor(micros / 1000))
  return { ms: date.getTime() - offset * 1000, micros: micros % 1000 }
}

/** Go accepts fractional seconds even if the layout has none; they are dropped. */
function skipFraction(reading: Reading): number {
  if (/^[.,]\d/.test(reading.rest)) reading.take(/^[.,]\d+/, '')
  return 0
}

function readMicros(reading: Reading): number {
  // Go parses the six characters as an integer, so the first may be a sign.
  const [, digits] = reading.take(/^[.,]([-+]\d{5}|\d{6})/, '.000000')
  return reading.within(Number(digits), [0, 999_999], 'fractional second')
}

function readOffset(reading: Reading): number {
  const [all, sign, hours, minutes] = reading.take(/^(?:Z|([-+])(\d\d):(\d\d))/, 'Z07:00')
  if (all === 'Z') return 0
  // Go checks the hour first, but an error of the minute overwrites its error. Checking the minute first yields the same
  // message.
  reading.within(Number(minutes), [0, 60], 'time zone offset minute')
  reading.within(Number(hours), [0, 24], 'time zone offset hour')
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60
}

function daysIn(year: number, month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 0)
  return date.getUTCDate()
}
