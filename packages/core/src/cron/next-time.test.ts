import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CronSchedule, parseCron } from './cron-schedule.ts'
import { missedTimes, mostMissed, nextTime } from './next-time.ts'
import { formatZoneTime, isTimeZone, zoneTime } from './zone-time.ts'

const scheduleOf = (text: string) => parseCron(text) as CronSchedule
const after = (text: string, from: string, zone = 'UTC') => {
  const time = nextTime(scheduleOf(text), Date.parse(from), zone)
  return time === undefined ? undefined : formatZoneTime(time, zone)
}

describe('nextTime', () => {
  const cases = [
    { name: 'the next minute', text: '* * * * *', from: '2026-01-01T00:00:30Z', next: '2026-01-01T00:01:00Z' },
    {
      name: 'a later time than the given one',
      text: '0 0 * * *',
      from: '2026-01-01T00:00:00Z',
      next: '2026-01-02T00:00:00Z',
    },
    { name: 'the next month', text: '0 12 1 * *', from: '2026-01-31T00:00:00Z', next: '2026-02-01T12:00:00Z' },
    { name: 'the next leap day', text: '0 0 29 2 *', from: '2026-01-01T00:00:00Z', next: '2028-02-29T00:00:00Z' },
    {
      name: 'either day of month or weekday',
      text: '0 0 13 * 5',
      from: '2026-01-03T00:00:00Z',
      next: '2026-01-09T00:00:00Z',
    },
    {
      name: 'no time for a day that does not exist',
      text: '0 0 30 2 *',
      from: '2026-01-01T00:00:00Z',
      next: undefined,
    },
    {
      name: 'the time after an @every interval',
      text: '@every 90m',
      from: '2026-01-01T00:00:00Z',
      next: '2026-01-01T01:30:00Z',
    },
  ]
  it.each(cases)('finds $name', ({ text, from, next }) => {
    expect(after(text, from)).toBe(next)
  })

  const berlin = [
    {
      name: 'uses the local time of the zone',
      text: '0 9 * * *',
      from: '2026-01-01T00:00:00Z',
      next: '2026-01-01T09:00:00+01:00',
    },
    {
      name: 'uses DST in summer',
      text: '0 9 * * *',
      from: '2026-07-01T00:00:00Z',
      next: '2026-07-01T09:00:00+02:00',
    },
    {
      name: 'skips a local time that DST leaves out',
      text: '30 2 * * *',
      from: '2026-03-28T12:00:00Z',
      next: '2026-03-30T02:30:00+02:00',
    },
    {
      name: 'fires twice when DST repeats an hour',
      text: '30 2 * * *',
      from: '2026-10-25T00:30:00Z',
      next: '2026-10-25T02:30:00+01:00',
    },
    {
      name: 'finds midnight after a 25-hour day',
      text: '0 0 * * *',
      from: '2026-10-25T00:00:00Z',
      next: '2026-10-26T00:00:00+01:00',
    },
  ]
  it.each(berlin)('$name', ({ text, from, next }) => {
    expect(after(text, from, 'Europe/Berlin')).toBe(next)
  })

  it('starts a day without midnight at its first hour', () => {
    // Beirut switches to daylight saving time at midnight.
    expect(after('0 * 29 3 *', '2026-03-28T12:00:00Z', 'Asia/Beirut')).toBe('2026-03-29T01:00:00+03:00')
  })

  it('equals a minute-by-minute search for random schedules and zones', () => {
    const field = (first: number, last: number) =>
      fc.oneof(
        fc.constant('*'),
        fc.integer({ min: first, max: last }).map(String),
        fc.constant(`*/${Math.ceil(last / 3)}`),
      )
    const text = fc
      .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6))
      .map((all) => all.join(' '))
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kolkata')
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 525_600 }), zone, (line, minute, where) => {
        const schedule = scheduleOf(line)
        const from = Date.UTC(2026, 0, 1) + minute * 60_000
        const end = from + 86_400_000
        let first = from + 60_000
        while (first <= end && !isDue(schedule, first, where)) first += 60_000
        const found = nextTime(schedule, from, where) ?? Number.POSITIVE_INFINITY
        expect(found > end ? end + 60_000 : found).toBe(first)
      }),
      { numRuns: 10 },
    )
  })
})

function isDue(schedule: CronSchedule, time: number, zone: string): boolean {
  if (schedule.type !== 'fields') return false
  const { minutes, hours, days, months, weekdays, needsBothDays } = schedule.fields
  const { minute, hour, day, month, weekday } = zoneTime(time, zone)
  const isDay = needsBothDays ? days.has(day) && weekdays.has(weekday) : days.has(day) || weekdays.has(weekday)
  return minutes.has(minute) && hours.has(hour) && months.has(month) && isDay
}

describe('missedTimes', () => {
  const [since, now] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 3, 30)]

  it('returns the number of missed times and the latest one', () => {
    expect(missedTimes(scheduleOf('@hourly'), since, { now, zone: 'UTC' })).toEqual({
      latest: Date.UTC(2026, 0, 1, 3),
      count: 3,
    })
  })

  it('caps the count but still returns the latest time', () => {
    const year = Date.UTC(2027, 0, 1, 0, 0, 30)
    expect(missedTimes(scheduleOf('* * * * *'), since, { now: year, zone: 'UTC' })).toEqual({
      latest: Date.UTC(2027, 0, 1),
      count: mostMissed,
    })
  })
})

describe('isTimeZone', () => {
  it.each(['UTC', 'Etc/UTC', 'Europe/Berlin'])('accepts %s', (zone) => expect(isTimeZone(zone)).toBe(true))
  it('rejects an unknown zone', () => expect(isTimeZone('Middle/Earth')).toBe(false))
})
