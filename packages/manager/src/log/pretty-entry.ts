/** A log entry for a terminal, with control characters escaped. */
import { escapeControls } from '@kubewright/core/input'
import type { LogEntry, LogLevel } from './log-entry.ts'
import { logValue } from './log-value.ts'

const colours: Readonly<Record<LogLevel, number>> = { debug: 90, info: 36, warn: 33, error: 31 }

/** `12:03:04.120 warn  lost the lease  lease=operator`, followed by the error. */
export function prettyEntry({ level, at, message, fields }: LogEntry, hasColors: boolean): string {
  const paint = (colour: number, text: string) => (hasColors ? `\u001b[${colour}m${text}\u001b[0m` : text)
  const { error, ...rest } = fields
  const time = new Date(at).toISOString().slice(11, 23)
  const said = Object.entries(logValue(rest) as Readonly<Record<string, unknown>>)
  const pairs = said.map(([name, value]) => `${paint(90, `${escapeControls(name)}=`)}${escapeControls(brief(value))}`)
  const head = `${paint(90, time)} ${paint(colours[level], level.padEnd(5))} ${[escapeControls(message), ...pairs].join('  ')}`
  return error === undefined ? head : `${head}\n${thrown(error)}`
}

function brief(value: unknown): string {
  if (typeof value === 'string') return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)
  return JSON.stringify(value) ?? String(value)
}

function thrown(error: unknown): string {
  const text = error instanceof Error ? describe(error) : brief(logValue(error))
  return text
    .split('\n')
    .map((line) => `    ${escapeControls(line)}`)
    .join('\n')
}

function describe(error: Error & { readonly code?: unknown }): string {
  const code = typeof error.code === 'string' ? ` [${error.code}]` : ''
  const own = `${error.stack ?? `${error.name}: ${error.message}`}${code}`
  return error.cause instanceof Error ? `${own}\ncaused by ${describe(error.cause)}` : own
}
