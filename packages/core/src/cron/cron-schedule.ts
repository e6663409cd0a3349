/**
 * The five fields of a cron schedule: minute, hour, day of the month, month, day of the week. Numbers, names, ranges, steps, lists,
 * and the short forms: `@hourly`, `@every 1h30m`. Pure.
 */
import { getOwn } from '../json.ts'

/** The matching values of each field. */
export interface CronFields {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  readonly weekdays: ReadonlySet<number>
  /** Whether both day fields must match: at least one of them is unrestricted. If both are restricted, either is enough. */
  readonly needsBothDays: boolean
}

export type CronSchedule =
  | { readonly type: 'fields'; readonly fields: CronFields }
  | { readonly type: 'every'; readonly ms: number }

/** Why a schedule is invalid. */
export interface CronProblem {
  readonly type: 'problem'
  readonly message: string
}

interface Field {
  readonly name: string
  readonly first: number
  readonly last: number
  readonly names?: readonly string[]
}

const fields = {
  minutes: { name: 'minute', first: 0, last: 59 },
  hours: { name: 'hour', first: 0, last: 23 },
  days: { name: 'day of the month', first: 1, last: 31 },
  months: {
    name: 'month',
    first: 1,
    last: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  weekdays: { name: 'day of the week', first: 0, last: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
} as const satisfies Readonly<Record<string, Field>>

const shortForms: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/**
 * @example
 * ```text
 * parseCron('0-30/15 9 * * mon-fri')
 * ```
 */
export function parseCron(text: string): CronSchedule | CronProblem {
  const trimmed = text.trim()
  if (trimmed.startsWith('@every ')) return parseEvery(trimmed.slice('@every '.length).trim())
  const short = getOwn(shortForms, trimmed)
  if (trimmed.startsWith('@') && short === undefined) return problem(`unrecognized descriptor: ${trimmed}`)
  const parts = (short ?? trimmed).split(/\s+/)
  if (parts.length !== 5) return problem(`expected exactly 5 fields, found ${parts.length}: [${trimmed}]`)
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const sets: Partial<Record<keyof typeof fields, ReadonlySet<number>>> = {}
  for (const [place, name] of names.entries()) {
    const values = parseField(parts[place]!, fields[name])
    if (typeof values === 'string') return problem(values)
    sets[name] = values
  }
  const needsBothDays = isAny(parts[2]!) || isAny(parts[4]!)
  return { type: 'fields', fields: { ...(sets as Required<typeof sets>), needsBothDays } }
}

function problem(message: string): CronProblem {
  return { type: 'problem', message }
}

/** A wildcard, also with a step of one, does not restrict the day. */
function isAny(part: string): boolean {
  return part.split(',').some((range) => /^[*?](\/1)?$/.test(range))
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

function parseEvery(text: string): CronSchedule | CronProblem {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/gy)]
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === text
  if (!isWhole) return problem(`failed to parse duration @every ${text}`)
  const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * unitMs[unit!]!, 0)
  // At most once per second.
  return { type: 'every', ms: Math.max(1_000, Math.floor(ms / 1_000) * 1_000) }
}

/** The matching values, or an error message. */
function parseField(part: string, field: Field): ReadonlySet<number> | string {
  const values = new Set<number>()
  for (const range of part.split(',')) {
    const parsed = parseRange(range, field)
    if (typeof parsed === 'string') return parsed
    for (const value of parsed) values.add(value)
  }
  return values
}

function parseRange(text: string, field: Field): readonly number[] | string {
  const [range = '', step, ...tooMany] = text.split('/')
  const [low = '', high, ...more] = range.split('-')
  if (tooMany.length > 0) return `too many slashes: ${text}`
  if (more.length > 0) return `too many hyphens: ${text}`
  const isEverything = low === '*' || low === '?'
  const from = isEverything ? field.first : valueOf(low, field)
  // `5/15` runs from 5 to the end of the range.
  const to = isEverything || (high === undefined && step !== undefined) ? field.last : valueOf(high ?? low, field)
  const by = step === undefined ? 1 : /^\d+$/.test(step) ? Number(step) : undefined
  if (from === undefined || to === undefined || by === undefined) return `failed to parse ${text} as a ${field.name}`
  if (by === 0) return `step of range (0) should be a positive number: ${text}`
  if (from < field.first) return `beginning of range (${from}) below minimum (${field.first}): ${text}`
  if (to > field.last) return `end of range (${to}) above maximum (${field.last}): ${text}`
  if (from > to) return `beginning of range (${from}) beyond end of range (${to}): ${text}`
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, place) => from + place * by)
}

function valueOf(text: string, { names, first }: Field): number | undefined {
  const place = names?.indexOf(text.toLowerCase()) ?? -1
  if (place >= 0) return place + first
  return /^\d+$/.test(text) ? Number(text) : undefined
}
