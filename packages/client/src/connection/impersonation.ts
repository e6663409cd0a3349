/** The headers of impersonation. */
import type { Impersonation } from './connection-config.ts'

/**
 * Alternating names and values; a repeated name stays several headers, because the server reads each group from a separate header.
 *
 * @example
 * ```text
 * impersonationHeaders({ user: 'ada', groups: ['dev', 'ops'] })
 * // => ['impersonate-user', 'ada', 'impersonate-group', 'dev', 'impersonate-group', 'ops']
 * ```
 */
export function impersonationHeaders(as: Impersonation | undefined): readonly string[] {
  if (!as) return []
  const headers = ['impersonate-user', inHeader(as.user)]
  if (as.uid !== undefined) headers.push('impersonate-uid', inHeader(as.uid))
  for (const group of as.groups ?? []) headers.push('impersonate-group', inHeader(group))
  for (const [key, values] of Object.entries(as.extra ?? {})) {
    for (const value of values) headers.push(`impersonate-extra-${escaped(key)}`, inHeader(value))
  }
  return headers
}

export function impersonationProblem(as: Impersonation | undefined) {
  if (!as) return undefined
  const field = 'impersonate'
  if (as.user === '') {
    return { field, why: 'a uid, groups or extra are impersonated, but no user', next: 'Name the user to act as.' }
  }
  const texts = impersonationHeaders(as)
  if (texts.some((text) => /^[\t ]|[\t ]$/.test(text))) {
    // Servers remove it from headers: ` admin` would become admin, and a user of spaces would mean no impersonation.
    const why = 'a value to impersonate begins or ends with white space, which a header cannot carry'
    return { field, why, next: 'Remove the white space.' }
  }
  return texts.every((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text))
    ? undefined
    : { field, why: 'a value to impersonate has characters a header cannot carry', next: 'Use plain text.' }
}

/** The server reads UTF-8, and headers are written as one byte per character. */
function inHeader(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1')
}

/** Keys are often domain names with a path; characters not allowed in a header name are percent-encoded, as the server expects. */
function escaped(key: string): string {
  const bytes = Buffer.from(key, 'utf8')
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte)
    return /[!#$&'*+\-.^_`|~0-9A-Za-z]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}
