/**
 * A logger that writes lines: JSON for machines, one line an entry; or something people like to read, where a terminal is.
 * Programs that have a logger already pass that; see `pinoLogger` of `@kubewright/manager/pino`.
 */
import { type Clock, escapeControls, type LogFields, type Logger, systemClock } from '@kubewright/core'
import { type LogEntry, type LogLevel, logLevels } from './log-entry.ts'
import { logValue } from './log-value.ts'
import { prettyEntry } from './pretty-entry.ts'

export type LogFormat = 'json' | 'pretty'

export interface LoggerOptions {
  /** What is less important is not said. @default 'info' */
  readonly level?: LogLevel
  /** @default 'pretty' if it writes to a terminal, 'json' if not */
  readonly format?: LogFormat
  /** Whether the pretty form has colours. @default if it writes to a terminal, and `NO_COLOR` does not say otherwise */
  readonly colors?: boolean
  /** Where a line goes, its end included. @default the standard error of the process */
  readonly write?: (line: string) => void
  /** @default systemClock */
  readonly clock?: Clock
}

/**
 * @example
 * ```ts
 * const lines: string[] = []
 * const log = createLogger({ format: 'json', write: (line) => lines.push(line) })
 * log.with({ controller: 'websites' }).info('reconciled', { token: 'abc' })
 * const { time, ...entry } = JSON.parse(lines[0]!)
 * entry // => { level: 'info', msg: 'reconciled', controller: 'websites', token: '[hidden]' }
 * ```
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { clock = systemClock, level = 'info', write = toStandardError } = options
  const isTerminal = options.write === undefined && process.stderr.isTTY === true
  const colors = options.colors ?? wantsColors(isTerminal, process.env)
  const isJson = (options.format ?? (isTerminal ? 'pretty' : 'json')) === 'json'
  const format = isJson ? jsonEntry : (entry: LogEntry) => prettyEntry(entry, colors)
  const least = logLevels.indexOf(level)
  const say = (entry: LogEntry) => {
    if (logLevels.indexOf(entry.level) >= least) write(`${formatted(entry, format)}\n`)
  }
  return loggerWith({}, (at, message, fields) => say({ level: at, at: clock.now(), message, fields }))
}

/** Whatever is thrown can be logged, also what throws when it is looked at: a log must not be what a program ends of. */
function formatted(entry: LogEntry, format: (entry: LogEntry) => string): string {
  try {
    return format(entry)
  } catch {
    return format({ ...entry, fields: { unwritable: Object.keys(entry.fields).join(', ') } })
  }
}

type Say = (level: LogLevel, message: string, fields: LogFields) => void

function loggerWith(bound: LogFields, say: Say): Logger {
  const at = (level: LogLevel) => (message: string, fields?: LogFields) => say(level, message, { ...bound, ...fields })
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => loggerWith({ ...bound, ...fields }, say),
  }
}

function jsonEntry({ level, at, message, fields }: LogEntry): string {
  const said = logValue(fields) as LogFields
  // Whoever looks at a log with a terminal sees it without control characters; what it says stays the same.
  return escapeControls(JSON.stringify({ level, time: new Date(at).toISOString(), msg: message, ...said }))
}

/** As most programs agree: `NO_COLOR` counts most, then `FORCE_COLOR`, then whether somebody looks. */
export function wantsColors(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: terminal } = environment
  if (no !== undefined && no !== '') return false
  if (force !== undefined && force !== '') return force !== '0'
  return isTerminal && terminal !== 'dumb'
}

function toStandardError(line: string): void {
  process.stderr.write(line)
}
