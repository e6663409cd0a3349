/** Time string formats: dates, instants and durations, as the API server parses them. */

/** A calendar date: `2024-02-29`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  const lastDay = daysIn(Number(year), Number(month))
  return Number(day) >= 1 && Number(day) <= lastDay
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** A date, `T`, a time with seconds and an offset, in either case: `2024-02-29T12:00:00Z`. */
export function isDateTime(text: string): boolean {
  const [day, time] = text.toLowerCase().split('t')
  if (day === undefined || time === undefined || !isDate(day)) return false
  const [, hours, minutes, seconds] = /^(\d{2}):(\d{2}):(\d{2})(?:[^\n]\d+)?(?:z|[+-]\d{2}:\d{2})$/u.exec(time) ?? []
  return hours !== undefined && hours <= '23' && minutes! <= '59' && seconds! <= '59'
}

const goUnits: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
}

/** Go's format, such as `1h30m`; or any text with a number followed by a unit of time, such as `2 days`. */
export function isDuration(text: string): boolean {
  return isGoDuration(text) || isWordyDuration(text)
}

function isGoDuration(text: string): boolean {
  const unsigned = text.replace(/^[+-]/, '')
  if (unsigned === '0') return true
  // Escaped: one character beyond Latin-1 makes the whole bundle take twice the memory.
  if (!/^(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+$/.test(unsigned)) return false
  let nanoseconds = 0
  for (const [, amount, unit] of unsigned.matchAll(/([0-9.]+)([^0-9.]+)/g))
    nanoseconds += Number(amount) * goUnits[unit!]!
  return nanoseconds < 2 ** 63
}

const exactUnits = new Set(['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk'])
const unitStems = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week']

function isWordyDuration(text: string): boolean {
  // A match may start only at the first digit of a number: if it fails there, it fails from every other digit.
  const parts = [...text.matchAll(/(?<![0-9])([0-9]+)[\t\n\f\r ]*([A-Za-zµ]+)/g)]
  if (parts.some(([, amount]) => Number(amount) >= 2 ** 64 || BigInt(amount!) >= 2n ** 63n)) return false
  return parts.some(([, , word]) => {
    const unit = word!.toLowerCase()
    return exactUnits.has(unit) || unitStems.some((stem) => unit.startsWith(stem))
  })
}
