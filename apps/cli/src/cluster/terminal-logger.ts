/** A logger that prints problems on the terminal. */
import type { LogFields, Logger } from '@kubewright/core'
import { escapeControls } from '@kubewright/core/input'
import type { Terminal } from '../terminal/terminal.ts'

/** Only warnings and errors: the cluster itself shows the rest. */
export function terminalLogger({ stderr }: Pick<Terminal, 'stderr'>, given: LogFields = {}): Logger {
  const say =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      const all = Object.entries({ ...given, ...fields }).map(([name, value]) => `${name}=${textOf(value)}`)
      stderr.write(`${escapeControls([`${level}: ${message}`, ...all].join(' '))}\n`)
    }
  return {
    debug() {},
    info() {},
    warn: say('warning'),
    error: say('error'),
    with: (fields) => terminalLogger({ stderr }, { ...given, ...fields }),
  }
}

function textOf(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.message)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
