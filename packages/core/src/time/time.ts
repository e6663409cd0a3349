/**
 * Times as Kubernetes writes them: RFC 3339 in UTC. `Time` (creationTimestamp, lastTransitionTime) has whole seconds,
 * `MicroTime` (the times of a Lease or an Event) exactly six decimals. In memory a time is milliseconds since the epoch, which
 * distinguishes microseconds until the year 2248.
 */
import { coreErrors } from '../errors.ts'

/**
 * A `Time`; fractions of a second are dropped.
 *
 * @example
 * ```ts
 * formatTime(1_767_225_600_999) // => '2026-01-01T00:00:00Z'
 * ```
 */
export function formatTime(ms: number): string {
  return `${isoOf(ms).slice(0, 19)}Z`
}

/**
 * A `MicroTime`; `ms` may have a fraction.
 *
 * @example
 * ```ts
 * formatMicroTime(1_767_225_600_000.5) // => '2026-01-01T00:00:00.000500Z'
 * ```
 */
export function formatMicroTime(ms: number): string {
  const second = Math.floor(ms / 1_000) * 1_000
  const micros = Math.round((ms - second) * 1_000)
  // A value that rounds up to a whole second belongs to the next one.
  return micros === 1_000_000 ? formatMicroTime(second + 1_000) : `${isoOf(second).slice(0, 19)}.${padded(micros)}Z`
}

/**
 * Parses a `Time`; accepts other offsets and decimals, as an API server does.
 *
 * @example
 * ```ts
 * parseTime('2026-01-01T01:00:00+01:00') // => 1767225600000
 * ```
 */
export function parseTime(text: string): number {
  const ms = readTime(text, timePattern)
  if (ms === undefined) throw unreadable(text, "Write a time such as '2026-01-01T00:00:00Z'.")
  return ms
}

/**
 * Parses a `MicroTime`. It needs exactly six decimals, otherwise an API server rejects it.
 *
 * @example
 * ```ts
 * parseMicroTime('2026-01-01T00:00:00.000500Z') // => 1767225600000.5
 * ```
 */
export function parseMicroTime(text: string): number {
  const ms = readTime(text, microTimePattern)
  if (ms === undefined) throw unreadable(text, "Write six decimals, as in '2026-01-01T00:00:00.000000Z'.")
  return ms
}

function isoOf(ms: number): string {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  if (year >= 0 && year <= 9999) return date.toISOString()
  throw coreErrors('KW_CORE_TIME', {
    what: `format ${ms} as a time`,
    why: 'it is not in the years 0 to 9999',
    next: 'Give milliseconds since the Unix epoch.',
    details: { given: ms },
  })
}

function padded(micros: number): string {
  return String(micros).padStart(6, '0')
}

const timePattern = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/
const microTimePattern = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.(\d{6})(Z|[+-]\d\d:\d\d)$/

function readTime(text: string, pattern: RegExp): number | undefined {
  const [, date, clock, fraction = '', zone] = pattern.exec(text) ?? []
  if (date === undefined || clock === undefined || clock.startsWith('24')) return undefined
  const ms = Date.parse(`${date}T${clock}${zone}`)
  if (Number.isNaN(ms) || !isInCalendar(date)) return undefined
  return ms + Number(`0.${fraction}0`) * 1_000
}

/** `Date` normalizes 30 February to 2 March. */
function isInCalendar(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
}

function unreadable(text: string, next: string): Error {
  return coreErrors('KW_CORE_TIME', {
    what: `read the time ${JSON.stringify(text)}`,
    why: 'it is not in RFC 3339 form',
    next,
    details: { given: text },
  })
}
