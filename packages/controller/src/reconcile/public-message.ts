/** An error message sanitized for every reader of an object: for events and conditions. Pure. */

/** A line or two; the log has the full message. */
const longestMessage = 512

/** Control characters, lone surrogates, and characters that change the text direction. */
const harmful = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Patterns of secrets in messages of client libraries. Each one matches in linear time. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/:\/\/[^\s/@:]{1,256}:[^\s/@]{1,256}@/g, '://…@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 …'],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+)?/g, '…'],
  [
    /\b(pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key|private[-_]?key)(["']?\s{0,3}[=:]\s{0,3})("[^"]{1,512}"|'[^']{1,512}'|[^\s,;&]{1,512})/gi,
    '$1$2…',
  ],
  [/-----BEGIN [A-Z ]{1,64}-----/g, '…'],
]

/** One line, truncated, with text that matches the pattern of a secret removed. */
export function publicMessage(error: unknown): string {
  const text = messageOf(error)
    .slice(0, 4 * longestMessage)
    .replace(harmful, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  const safe = secrets.reduce((before, [form, instead]) => before.replace(form, instead), text)
  const whole = safe === '' ? 'it failed without a message' : safe
  return whole.length > longestMessage ? `${whole.slice(0, longestMessage - 1).trimEnd()}…` : whole
}

/** Any value can be thrown, and converting it to a string may throw as well. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : typeof error === 'string' ? error : ''
  } catch {
    return ''
  }
}
