/** One log entry. */
import type { LogFields } from '@kubewright/core'

/** The severity of a log entry. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Least severe first. */
export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

export interface LogEntry {
  readonly level: LogLevel
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly message: string
  readonly fields: LogFields
}
