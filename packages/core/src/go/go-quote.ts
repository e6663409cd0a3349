/** Text in quotes as Go prints it. Messages match the API server's only if they quote as it does. */

/** The escape sequences of Go that name a character: `\n`, and not `\x0a`. */
export const goEscapes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}

/**
 * Go's `strconv.Quote` and `%q`: printable characters stay, all others are escaped. A lone surrogate, which no Go string can hold, becomes
 * U+FFFD, as it does when Go reads it from JSON.
 *
 * @example
 * ```ts
 * goQuote('spec."a"\u0001') // => '"spec.\\"a\\"\\x01"'
 * ```
 */
export function goQuote(text: string): string {
  return /^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : `"${Array.from(text, escapeCharacter).join('')}"`
}

function escapeCharacter(character: string): string {
  if (Object.hasOwn(goEscapes, character)) return goEscapes[character]!
  if (isPrintable(character)) return character
  const point = character.codePointAt(0)!
  if (point < 0x80) return `\\x${hex(point, 2)}`
  if (point >= 0xd800 && point < 0xe000) return '\ufffd'
  return point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`
}

/** Letters, marks, numbers, punctuation and symbols; U+0020 is the only space. */
function isPrintable(character: string): boolean {
  return character === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character)
}

/**
 * The quoting of Go's package `time`, in messages about times and durations: every byte outside ASCII and every control character below
 * the space becomes `\x` and two digits.
 *
 * @example
 * ```ts
 * goTimeQuote('1 µs') // => '"1 \\xc2\\xb5s"'
 * ```
 */
export function goTimeQuote(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/[^ -\x7f]/gu, escapeBytes)
  return `"${escaped}"`
}

function escapeBytes(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `\\x${hex(byte, 2)}`).join('')
}

function hex(point: number, width: number): string {
  return point.toString(16).padStart(width, '0')
}
