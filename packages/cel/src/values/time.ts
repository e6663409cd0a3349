/** Timestamps and durations with nanosecond precision. */
import { CelError } from './cel-error.ts'

const nanosPerSecond = 1_000_000_000n

/** A CEL timestamp, in nanoseconds since 1970. */
export class Timestamp {
  /** Since the Unix epoch. */
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** A CEL duration, in nanoseconds. */
export class Duration {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** From year 1 to year 9999. */
const earliest = -62_135_596_800n * nanosPerSecond
const latest = 253_402_300_800n * nanosPerSecond - 1n

export function timestamp(nanos: bigint): Timestamp | CelError {
  return nanos < earliest || nanos > latest ? new CelError('timestamp overflow') : new Timestamp(nanos)
}

export function duration(nanos: bigint): Duration | CelError {
  return BigInt.asIntN(64, nanos) === nanos ? new Duration(nanos) : new CelError('integer overflow')
}

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(Z|[+-]\d{2}:\d{2})$/

/** `undefined` if the text is not an RFC 3339 time. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = rfc3339.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, fraction = '', zone] = match
  const date = `${year}-${month}-${day}`
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 || !isRealDate(date)) return undefined
  const [offsetHours, offsetMinutes] = zone === 'Z' ? [0, 0] : [Number(zone!.slice(1, 3)), Number(zone!.slice(4))]
  if (offsetHours > 23 || offsetMinutes > 59) return undefined
  const offset = (zone!.startsWith('-') ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60
  const seconds = Date.parse(`${date}T${hour}:${minute}:${second}Z`) / 1000 - offset
  return new Timestamp(BigInt(seconds) * nanosPerSecond + BigInt(fraction.padEnd(9, '0').slice(0, 9)))
}

/** Midnight of a day: `2026-11-15`. */
export function parseDate(text: string): Timestamp | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isRealDate(text)) return undefined
  return new Timestamp(BigInt(Date.parse(`${text}T00:00:00Z`)) * 1_000_000n)
}

/** Rejects dates such as February 30, which `Date.parse` rolls over into March. */
function isRealDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

export function formatTimestamp({ nanos }: Timestamp): string {
  const fraction = mod(nanos, nanosPerSecond)
  const seconds = new Date(Number((nanos - fraction) / 1_000_000n)).toISOString().slice(0, 19)
  return `${seconds}${fractionText(fraction)}Z`
}

function fractionText(nanos: bigint): string {
  return nanos === 0n ? '' : `.${nanos.toString().padStart(9, '0').replace(/0+$/, '')}`
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: nanosPerSecond,
  m: 60n * nanosPerSecond,
  h: 3600n * nanosPerSecond,
}

/** Go's durations: `1h30m`, `-1.5s`, `0`. */
export function parseGoDuration(text: string): Duration | undefined {
  const match = /^([+-]?)(0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/u.exec(text)
  if (match === null) return undefined
  let nanos = 0n
  for (const [, whole = '', fraction = '', unit] of match[2]!.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/guy)) {
    if (Number(whole) >= 2 ** 64) return undefined // parsing a number with many digits is expensive
    const scale = units[unit!]!
    const part =
      fraction === '' ? 0n : (BigInt(fraction.slice(0, 18)) * scale) / 10n ** BigInt(Math.min(fraction.length, 18))
    nanos += BigInt(whole || 0) * scale + part
  }
  const signed = match[1] === '-' ? -nanos : nanos
  return BigInt.asIntN(64, signed) === signed ? new Duration(signed) : undefined
}

/** Seconds with as many digits as needed, the format of `string(duration)`: `5400s`. */
export function formatDuration({ nanos }: Duration): string {
  const magnitude = nanos < 0n ? -nanos : nanos
  return `${nanos < 0n ? '-' : ''}${magnitude / nanosPerSecond}${fractionText(magnitude % nanosPerSecond)}s`
}

function mod(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by
}
