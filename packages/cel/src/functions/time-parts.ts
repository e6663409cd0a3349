/** The components of timestamps and durations: `getHours()` and its kin, in UTC unless a time zone is given. */
import { goQuote } from '@kubewright/core/go'
import { durationType, intType, stringType, timestampType } from '../types/type.ts'
import { CelError, isCelError } from '../values/cel-error.ts'
import type { Duration, Timestamp } from '../values/time.ts'
import { type Library, method, type Overload } from './overload.ts'

/** Reads a component from a date whose UTC fields are those of the requested time zone. */
type Part = (moment: Date) => number

const parts: Readonly<Record<string, readonly [id: string, Part]>> = {
  getFullYear: ['year', (moment) => moment.getUTCFullYear()],
  getMonth: ['month', (moment) => moment.getUTCMonth()],
  getDayOfYear: ['day_of_year', (moment) => dayOfYear(moment)],
  getDayOfMonth: ['day_of_month', (moment) => moment.getUTCDate() - 1],
  getDate: ['day_of_month_1_based', (moment) => moment.getUTCDate()],
  getDayOfWeek: ['day_of_week', (moment) => moment.getUTCDay()],
  getHours: ['hours', (moment) => moment.getUTCHours()],
  getMinutes: ['minutes', (moment) => moment.getUTCMinutes()],
  getSeconds: ['seconds', (moment) => moment.getUTCSeconds()],
  getMilliseconds: ['milliseconds', (moment) => moment.getUTCMilliseconds()],
}

/** Nanoseconds of each unit. */
const spans: Readonly<Record<string, bigint>> = {
  getHours: 3_600_000_000_000n,
  getMinutes: 60_000_000_000n,
  getSeconds: 1_000_000_000n,
  getMilliseconds: 1_000_000n,
}

export const timeParts: Library = Object.fromEntries(
  Object.entries(parts).map(([name, [id, part]]) => [name, [...ofTimestamp(id, part), ...ofDuration(name, id)]]),
)

function ofTimestamp(id: string, part: Part): readonly Overload[] {
  return [
    method<[Timestamp]>(`timestamp_to_${id}`, [timestampType], intType, (time) => BigInt(part(momentOf(time)))),
    method<[Timestamp, string]>(`timestamp_to_${id}_with_tz`, [timestampType, stringType], intType, (time, zone) => {
      const offset = offsetOf(zone, momentOf(time))
      return isCelError(offset) ? offset : BigInt(part(new Date(momentOf(time).getTime() + offset)))
    }),
  ]
}

function ofDuration(name: string, id: string): readonly Overload[] {
  const span = spans[name]
  if (span === undefined) return []
  return [method<[Duration]>(`duration_to_${id}`, [durationType], intType, ({ nanos }) => nanos / span)]
}

function momentOf({ nanos }: Timestamp): Date {
  const millis = nanos / 1_000_000n
  return new Date(Number(nanos % 1_000_000n < 0n ? millis - 1n : millis))
}

function dayOfYear(moment: Date): number {
  const start = Date.UTC(moment.getUTCFullYear(), 0, 1)
  return Math.floor((moment.getTime() - start) / 86_400_000)
}

/** The offset in milliseconds east of UTC, for `+02:00` and for names such as `Europe/Vienna`. */
function offsetOf(zone: string, moment: Date): number | CelError {
  const [, sign, hours, minutes] = /^([+-]?)(\d+):(\d+)$/.exec(zone) ?? []
  if (hours !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  if (zone === '' || zone === 'UTC') return 0
  const bad = zone.includes(':') ? zone.split(':').find((part) => !/^[+-]?\d+$/.test(part)) : undefined
  if (bad !== undefined) return new CelError(`strconv.Atoi: parsing ${goQuote(bad)}: invalid syntax`)
  try {
    return offsetOfNamed(zone, moment)
  } catch {
    return new CelError(`unknown time zone ${zone}`)
  }
}

function offsetOfNamed(zone: string, moment: Date): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}
