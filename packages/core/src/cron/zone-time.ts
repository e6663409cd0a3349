/** Wall-clock time in a time zone. */

/** A point in time as calendar and clock fields. */
export interface ZoneTime {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** 0 is Sunday. */
  readonly weekday: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether the runtime knows this time zone, such as `Europe/Berlin`. */
export function isTimeZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined
  } catch {
    return false
  }
}

export function zoneTime(ms: number, zone: string): ZoneTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const number = (name: string) => Number(parts[name])
  const [year, month, day] = [number('year'), number('month'), number('day')]
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { year, month, day, hour: number('hour'), minute: number('minute'), second: number('second'), weekday }
}

/** With the offset from UTC: `2026-03-01T09:00:00+01:00`, or `Z` for zero. */
export function formatZoneTime(ms: number, zone: string): string {
  const { year, month, day, hour, minute, second } = zoneTime(ms, zone)
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  const apart = Math.round((shown - Math.floor(ms / 1_000) * 1_000) / 60_000)
  const text = new Date(shown).toISOString().slice(0, 19)
  if (apart === 0) return `${text}Z`
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${text}${apart < 0 ? '-' : '+'}${two(Math.abs(apart) / 60)}:${two(Math.abs(apart) % 60)}`
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}
