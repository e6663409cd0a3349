/** Where a program says what it does: the least that every logging library can offer. */

export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** A logger that adds `fields` to everything it says. */
  with(fields: LogFields): Logger
}

/** An `error` field holds what was thrown. Nothing secret belongs here. */
export type LogFields = Readonly<Record<string, unknown>>

/** Says nothing. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  with: () => silentLogger,
}
