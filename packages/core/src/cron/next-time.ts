/** When a schedule is next due. Pure. */
import type { CronFields, CronSchedule } from './cron-schedule.ts'
import { type ZoneTime, zoneTime } from './zone-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** A time that does not occur within this horizon never does: the 30th of February. */
const horizonMs = 5 * 366 * dayMs

/**
 * The first due time after `after`; `undefined` if there is none. Times skipped by a clock change are skipped; repeated ones are due twice.
 */
export function nextTime(schedule: CronSchedule, after: number, zone: string): number | undefined {
  if (schedule.type === 'every') return Math.floor(after / 1_000) * 1_000 + schedule.ms
  const { fields } = schedule
  if (isNever(fields)) return undefined
  let time = Math.floor(after / minuteMs) * minuteMs + minuteMs
  for (const end = after + horizonMs; time < end; ) {
    const shown = zoneTime(time, zone)
    if (!fitsDate(fields, shown)) time = nextMidnight(time, shown, zone)
    else if (!fields.hours.has(shown.hour)) time += (60 - shown.minute) * minuteMs
    else if (fields.minutes.has(shown.minute)) return time
    else time += minuteMs
  }
  return undefined
}

/** A field without values, such as `,`, fits no time: without this check, five years of minutes would be tried. */
function isNever({ minutes, hours, months }: CronFields): boolean {
  return minutes.size === 0 || hours.size === 0 || months.size === 0
}

function fitsDate({ months, days, weekdays, needsBothDays }: CronFields, { month, day, weekday }: ZoneTime): boolean {
  const [one, two] = [days.has(day), weekdays.has(weekday)]
  return months.has(month) && (needsBothDays ? one && two : one || two)
}

/** The start of the next day. A day may have 23 or 25 hours, and some start at one o'clock. */
function nextMidnight(time: number, { hour, minute, day }: ZoneTime, zone: string): number {
  const guess = time + dayMs - hour * hourMs - minute * minuteMs
  const shown = zoneTime(guess, zone)
  if (shown.day === day) return guess + (24 - shown.hour) * hourMs - shown.minute * minuteMs
  const earlier = guess - shown.hour * hourMs - shown.minute * minuteMs
  return shown.hour > 0 && zoneTime(earlier, zone).day === shown.day ? earlier : guess
}

/** The due times of a schedule that have passed, as counted by `missedTimes`. */
export interface MissedTimes {
  /** The last time that was due, if one was. */
  readonly latest: number | undefined
  /** How many were due; at most `mostMissed` are counted. */
  readonly count: number
}

/** The highest number of missed times that `missedTimes` counts. */
export const mostMissed = 101

/** The times that were due after `since`, up to `now`. */
export function missedTimes(schedule: CronSchedule, since: number, at: { now: number; zone: string }): MissedTimes {
  const { now, zone } = at
  let [latest, count]: [number | undefined, number] = [undefined, 0]
  for (let time = nextTime(schedule, since, zone); time !== undefined && time <= now; ) {
    latest = time
    if (++count === mostMissed) return { latest: latestBefore(schedule, latest, at), count }
    time = nextTime(schedule, time, zone)
  }
  return { latest, count }
}

/** Searches backwards in growing steps: if very many were missed, the last one is near. */
function latestBefore(schedule: CronSchedule, known: number, { now, zone }: { now: number; zone: string }): number {
  for (let backMs = hourMs; now - backMs > known; backMs *= 24) {
    const time = nextTime(schedule, now - backMs, zone)
    if (time !== undefined && time <= now) return lastFrom(schedule, time, { now, zone })
  }
  return lastFrom(schedule, known, { now, zone })
}

function lastFrom(schedule: CronSchedule, first: number, { now, zone }: { now: number; zone: string }): number {
  let last = first
  for (let time = nextTime(schedule, first, zone); time !== undefined && time <= now; ) {
    last = time
    time = nextTime(schedule, time, zone)
  }
  return last
}
