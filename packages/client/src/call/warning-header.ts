/** Parses the Warning header, which carries deprecations, unknown fields and admission warnings of API servers. */
import { isUtf8 } from 'node:buffer'

/** One warning of a response's `Warning` header. */
export interface HeaderWarning {
  /** 299 from an API server. */
  readonly code: number
  /** The warning agent; `-` from an API server. */
  readonly agent: string
  readonly text: string
}

/**
 * Parses one or several headers. A header may contain several warnings, separated by commas, and a text may contain commas and escaped
 * quotes. Malformed parts are skipped.
 *
 * @example
 * ```text
 * parseWarnings('299 - "v1 Endpoints is deprecated", 299 - "unknown field \\"spec.foo\\""')
 * ```
 */
export function parseWarnings(headers: string | readonly string[] | undefined): readonly HeaderWarning[] {
  const lines = typeof headers === 'string' ? [headers] : (headers ?? [])
  return lines.flatMap((line) => [...line.matchAll(warning)].map(toWarning))
}

/** code, agent, quoted text, optional quoted date. */
const warning = /(?:^|,)\s*(\d{3}) ([^ ",]+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g

function toWarning([, code, agent, quoted]: RegExpMatchArray): HeaderWarning {
  return { code: Number(code), agent: agent!, text: decoded(quoted!.replace(/\\(.)/g, '$1')) }
}

/** API servers write UTF-8, and a transport returns each byte of a header as one character. */
function decoded(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const isBytes = bytes.toString('latin1') === text
  return isBytes && isUtf8(bytes) ? bytes.toString('utf8') : text
}
