/** Logs through an existing pino logger of the program. It does not load pino: any object with these methods works. */
import type { LogFields, Logger } from '@kubewright/core'

/** The part of a pino logger that is used. */
export interface PinoLike {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(bindings: Record<string, unknown>): PinoLike
}

/** An `error` field is passed as `err`, which pino writes with its stack. */
export function pinoLogger(pino: PinoLike): Logger {
  return {
    debug: (message, fields) => pino.debug(renamed(fields), message),
    info: (message, fields) => pino.info(renamed(fields), message),
    warn: (message, fields) => pino.warn(renamed(fields), message),
    error: (message, fields) => pino.error(renamed(fields), message),
    with: (fields) => pinoLogger(pino.child(renamed(fields))),
  }
}

function renamed(fields: LogFields = {}): Record<string, unknown> {
  const { error, ...rest } = fields
  return error === undefined ? rest : { ...rest, err: error }
}
