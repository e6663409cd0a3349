/**
 * The five fields of a cron schedule: minute, hour, day of the month, month, day of the week. Numbers, names, ranges, steps, lists,
 * and the short forms: `@hourly`, `@every 1h30m`. Pure.
 *
 * Accepts and refuses exactly what kube-apiserver does for a CronJob, with the same messages: those of the Go library
 * `robfig/cron`, whose reading of odd schedules is followed, too (`*-5` is `*`, and `,` is never).
 */
import { goQuote, goTimeQuote } from '../go/go-quote.ts'
import { getOwn } from '../json/json.ts'

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

/** A parsed cron schedule: five fields, or a fixed interval for `@every`. */
export type CronSchedule =
  | { readonly type: 'fields'; readonly fields: CronFields }
  | { readonly type: 'every'; readonly ms: number }

/** Why a schedule is invalid. */
export interface CronProblem {
  readonly type: 'problem'
  readonly message: string
}

interface Field {
  readonly first: number
  readonly last: number
  readonly names?: readonly string[]
}

const fields = {
  minutes: { first: 0, last: 59 },
  hours: { first: 0, last: 23 },
  days: { first: 1, last: 31 },
  months: {
    first: 1,
    last: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  weekdays: { first: 0, last: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
} as const satisfies Readonly<Record<string, Field>>

const fieldNames = Object.keys(fields) as readonly (keyof typeof fields)[]

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
 * Parses a cron expression with five fields, or a name such as `@daily`; returns a problem if it is invalid.
 *
 * @example
 * ```text
 * parseCron('0-30/15 9 * * mon-fri')
 * ```
 */
export function parseCron(text: string): CronSchedule | CronProblem {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof InvalidSchedule) return { type: 'problem', message: error.message }
    throw error
  }
}

class InvalidSchedule extends Error {}

function parse(text: string): CronSchedule {
  if (text === '') throw new InvalidSchedule('empty spec string')
  if (text.startsWith('@every ')) return parseEvery(text)
  const short = getOwn(shortForms, text)
  if (text.startsWith('@') && short === undefined) throw new InvalidSchedule(`unrecognized descriptor: ${text}`)
  const parts = (short ?? text).split(/\s+/).filter((part) => part !== '')
  if (parts.length !== fieldNames.length) {
    throw new InvalidSchedule(`expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`)
  }
  const [minutes, hours, days, months, weekdays] = fieldNames.map((name, at) => parseField(parts[at]!, fields[name]))
  return {
    type: 'fields',
    fields: {
      minutes: minutes!.values,
      hours: hours!.values,
      days: days!.values,
      months: months!.values,
      weekdays: weekdays!.values,
      needsBothDays: days!.isAny || weekdays!.isAny,
    },
  }
}

const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  ns: 0.000_001,
}

function parseEvery(text: string): CronSchedule {
  const duration = text.slice('@every '.length)
  const [, sign = '', rest = ''] = /^([-+]?)(.*)$/s.exec(duration) ?? []
  const ms = rest === '0' ? 0 : goDurationMs(text, duration, rest)
  // At most once per second.
  return { type: 'every', ms: sign === '-' ? 1_000 : Math.max(1_000, Math.floor(ms / 1_000) * 1_000) }
}

/** Reads amounts and units one after the other, as Go does, for the message of the first mistake. */
function goDurationMs(text: string, duration: string, unsigned: string): number {
  const refuse = (why: string) => {
    return new InvalidSchedule(`failed to parse duration ${text}: time: ${why} ${goTimeQuote(duration)}`)
  }
  if (unsigned === '') throw refuse('invalid duration')
  let ms = 0
  for (let rest = unsigned; rest !== ''; ) {
    const [whole = '', amount = '', unit = ''] = /^(\d+\.?\d*|\.\d+)?([^\d.]*)/.exec(rest) ?? []
    if (amount === '') throw refuse('invalid duration')
    if (unit === '') throw refuse('missing unit in duration')
    const factor = getOwn(unitMs, unit)
    if (factor === undefined) throw refuse(`unknown unit ${goTimeQuote(unit)} in duration`)
    ms += Number(amount) * factor
    rest = rest.slice(whole.length)
  }
  return ms
}

interface FieldValues {
  readonly values: ReadonlySet<number>
  /** Whether a wildcard makes the field unrestricted. */
  readonly isAny: boolean
}

function parseField(part: string, field: Field): FieldValues {
  const ranges = part
    .split(',')
    .filter((range) => range !== '')
    .map((range) => parseRange(range, field))
  return { values: new Set(ranges.flatMap(({ values }) => values)), isAny: ranges.some(({ isAny }) => isAny) }
}

function parseRange(text: string, field: Field): { readonly values: readonly number[]; readonly isAny: boolean } {
  const [range = '', step, ...moreSteps] = text.split('/')
  const [low = '', high, ...moreHyphens] = range.split('-')
  const isWildcard = low === '*' || low === '?'
  const from = isWildcard ? field.first : numberOrName(low, field)
  if (!isWildcard && moreHyphens.length > 0) throw new InvalidSchedule(`too many hyphens: ${text}`)
  const to = isWildcard ? field.last : high === undefined ? from : numberOrName(high, field)
  if (moreSteps.length > 0) throw new InvalidSchedule(`too many slashes: ${text}`)
  const by = step === undefined ? 1 : parseNumber(step)
  // `5/15` runs from 5 to the end of the range.
  const end = step !== undefined && high === undefined ? field.last : to
  checkLimits({ from, end, by, text }, field)
  const values = Array.from({ length: Math.floor((end - from) / by) + 1 }, (_, place) => from + place * by)
  return { values, isAny: isWildcard && by <= 1 }
}

interface Range {
  readonly from: number
  readonly end: number
  readonly by: number
  readonly text: string
}

function checkLimits({ from, end, by, text }: Range, { first, last }: Field): void {
  const problem =
    from < first
      ? `beginning of range (${from}) below minimum (${first})`
      : end > last
        ? `end of range (${end}) above maximum (${last})`
        : from > end
          ? `beginning of range (${from}) beyond end of range (${end})`
          : by === 0
            ? 'step of range should be a positive number'
            : undefined
  if (problem !== undefined) throw new InvalidSchedule(`${problem}: ${text}`)
}

function numberOrName(text: string, { names, first }: Field): number {
  const place = names?.indexOf(text.toLowerCase()) ?? -1
  return place >= 0 ? place + first : parseNumber(text)
}

function parseNumber(text: string): number {
  const failure = `failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}`
  if (!/^[-+]?\d+$/.test(text)) throw new InvalidSchedule(`${failure}: invalid syntax`)
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new InvalidSchedule(`${failure}: value out of range`)
  if (value < 0) throw new InvalidSchedule(`negative number (${value}) not allowed: ${text}`)
  return value
}
