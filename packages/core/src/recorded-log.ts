/** A logger for tests that remembers what was logged. */
import type { LogFields, Logger } from './logger.ts'

/** One logged message. `fields` includes those that `with` has bound. */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: LogFields
}

/** A logger and its entries. Both lists grow while it is used. */
export interface RecordedLog {
  readonly log: Logger
  readonly entries: readonly LogEntry[]
  /** The messages above `debug`. */
  readonly messages: readonly string[]
}

/**
 * A logger that remembers. `onEntry` is called with each entry as it is logged; what it throws is thrown where the message was logged.
 *
 * @example
 * ```ts
 * const { log, entries, messages } = recordedLog()
 * log.with({ object: 'default/blog' }).warn('retrying')
 * messages // => ['retrying']
 * entries // => [{ level: 'warn', message: 'retrying', fields: { object: 'default/blog' } }]
 * ```
 */
export function recordedLog(onEntry: (entry: LogEntry) => void = () => undefined): RecordedLog {
  const entries: LogEntry[] = []
  const messages: string[] = []
  const note = (entry: LogEntry) => {
    entries.push(entry)
    if (entry.level !== 'debug') messages.push(entry.message)
    onEntry(entry)
  }
  return { log: loggerOf(note, {}), entries, messages }
}

function loggerOf(note: (entry: LogEntry) => void, bound: LogFields): Logger {
  const at =
    (level: LogEntry['level']) =>
    (message: string, fields: LogFields = {}) =>
      note({ level, message, fields: { ...bound, ...fields } })
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => loggerOf(note, { ...bound, ...fields }),
  }
}
