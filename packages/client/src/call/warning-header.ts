/** The Warning header, in which API servers put deprecations, unknown fields and admission warnings. */

export interface HeaderWarning {
  /** 299 from an API server. */
  readonly code: number
  /** Who warns; `-` from an API server. */
  readonly agent: string
  readonly text: string
}

/**
 * The warnings in one or several headers. Several may share a header, separated by commas, and a text may hold commas
 * and escaped quotes. What does not follow the grammar is left out.
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

/** code, agent, quoted text, and perhaps a quoted date. */
const warning = /(?:^|,)\s*(\d{3}) ([^ ",]+) "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g

function toWarning([, code, agent, quoted]: RegExpMatchArray): HeaderWarning {
  return { code: Number(code), agent: agent!, text: quoted!.replace(/\\(.)/g, '$1') }
}
