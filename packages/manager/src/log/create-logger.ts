/**
 * A line logger: JSON, one line per entry; or a human-readable form on a terminal. Programs with their own logger pass that instead;
 * see `pinoLogger` of `@kubewright/manager/pino`.
 */
import { type Clock, type LogFields, type Logger, systemClock } from '@kubewright/core'
import { escapeControls } from '@kubewright/core/input'
import { assertFunctionForm } from '../manager-form.ts'
import { type LogEntry, type LogLevel, logLevels } from './log-entry.ts'
import { logValue } from './log-value.ts'
import { prettyEntry } from './pretty-entry.ts'

/** The format of log lines: JSON for log collectors, or a human-readable form for terminals. */
export type LogFormat = 'json' | 'pretty'

/** Options of `createLogger`. */
export interface LoggerOptions {
  /** Entries below this level are dropped. @default 'info' */
  readonly level?: LogLevel
  /** @default 'pretty' if it writes to a terminal, 'json' if not */
  readonly format?: LogFormat
  /** Whether the pretty format uses colours. @default if it writes to a terminal, and `NO_COLOR` does not say otherwise */
  readonly colors?: boolean
  /** Receives each line, including its newline. @default the standard error of the process */
  readonly write?: (line: string) => void
  /** @default systemClock */
  readonly clock?: Clock
}

/**
 * A logger that writes one line for each entry. Secrets in fields are hidden.
 *
 * Failure: `KW_MANAGER_OPTION` for an unknown option or level.
 *
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
  assertFunctionForm('createLogger', 'create a logger', options)
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

/** Any value can be logged, even one that throws when it is read: logging must not crash a program. */
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
  // Escapes control characters for terminals; the parsed content is unchanged.
  return escapeControls(JSON.stringify({ level, time: new Date(at).toISOString(), msg: message, ...said }))
}

/** The common convention: `NO_COLOR` first, then `FORCE_COLOR`, then whether it is a terminal. */
export function wantsColors(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: terminal } = environment
  if (no !== undefined && no !== '') return false
  if (force !== undefined && force !== '') return force !== '0'
  return isTerminal && terminal !== 'dumb'
}

function toStandardError(line: string): void {
  process.stderr.write(line)
}
