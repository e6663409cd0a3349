/** Validation of cron schedules, with the messages of the server's cron library. */
import { ownField } from '../../object/own-field.ts'

interface Field {
  readonly least: number
  readonly most: number
  readonly names?: Readonly<Record<string, number>>
}

const numbered = (names: string, first: number) =>
  Object.fromEntries(names.split(' ').map((name, at) => [name, at + first]))

const fields: readonly Field[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: numbered('jan feb mar apr may jun jul aug sep oct nov dec', 1) },
  { least: 0, most: 6, names: numbered('sun mon tue wed thu fri sat', 0) },
]

const descriptors = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'])

/** The problem of the schedule; undefined if it is valid. */
export function scheduleProblem(schedule: string): string | undefined {
  const text = schedule.replace(/^(?:CRON_)?TZ=\S*\s+/, '')
  if (text === '') return 'empty spec string'
  if (text.startsWith('@')) return descriptorProblem(text)
  const parts = text
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '')
  if (parts.length !== fields.length) return `expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`
  for (const [at, part] of parts.entries()) {
    for (const range of part.split(',').filter((one) => one !== '')) {
      const problem = rangeProblem(range, fields[at]!)
      if (problem !== undefined) return problem
    }
  }
  return undefined
}

function descriptorProblem(text: string): string | undefined {
  if (descriptors.has(text)) return undefined
  if (!text.startsWith('@every ')) return `unrecognized descriptor: ${text}`
  const duration = text.slice('@every '.length)
  const isDuration = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.test(duration)
  return isDuration ? undefined : `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(duration)}`
}

function rangeProblem(text: string, field: Field): string | undefined {
  const [range = '', step, ...tooMuch] = text.split('/')
  const [low = '', high, ...rest] = range.split('-')
  if (tooMuch.length > 0) return `too many slashes: ${text}`
  if (rest.length > 0) return `too many hyphens: ${text}`
  const isAny = low === '*' || low === '?'
  const start = isAny ? field.least : readNumber(low, field)
  const given = high === undefined || isAny ? undefined : readNumber(high, field)
  const every = step === undefined ? 1 : readNumber(step, { least: 0, most: 0 })
  const unread = [start, given, every].find((value) => typeof value === 'string')
  if (typeof unread === 'string') return unread
  const end = given ?? (isAny || step !== undefined ? field.most : start)
  return limitsProblem({ start: Number(start), end: Number(end), step: Number(every), text }, field)
}

interface Range {
  readonly start: number
  readonly end: number
  readonly step: number
  readonly text: string
}

function limitsProblem({ start, end, step, text }: Range, { least, most }: Field): string | undefined {
  if (start < least) return `beginning of range (${start}) below minimum (${least}): ${text}`
  if (end > most) return `end of range (${end}) above maximum (${most}): ${text}`
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`
  return step === 0 ? `step of range should be a positive number: ${text}` : undefined
}

/** The number, or an error message. */
function readNumber(text: string, { names = {} }: Field): number | string {
  const named = ownField(names, text.toLowerCase())
  if (named !== undefined) return named
  if (!/^[-+]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`
  }
  const value = Number(text)
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value
}
