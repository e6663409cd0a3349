/** Minimal logging interface that any logging library can implement. */

/** A structured logger: a message, and fields beside it. */
export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** A logger that adds `fields` to every message. */
  with(fields: LogFields): Logger
}

/** An `error` field holds the thrown value. Never log secrets. */
export type LogFields = Readonly<Record<string, unknown>>

/** Discards everything. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  with: () => silentLogger,
}
