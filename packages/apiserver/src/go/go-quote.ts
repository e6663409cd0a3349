/** Quotes text like Go's `%q`: printable characters stay, all others are escaped. */

const short: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
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
 * @example
 * ```text
 * goQuote('spec."a"\u0001') // => '"spec.\\"a\\"\\x01"'
 * ```
 */
export function goQuote(text: string): string {
  return /^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : `"${Array.from(text, escape).join('')}"`
}

function escape(character: string): string {
  if (Object.hasOwn(short, character)) return short[character]!
  if (isPrintable(character)) return character
  const point = character.codePointAt(0)!
  if (point < 0x80) return `\\x${hex(point, 2)}`
  return point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`
}

/** Letters, marks, numbers, punctuation and symbols; U+0020 is the only space. */
function isPrintable(character: string): boolean {
  return character === ' ' || /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character)
}

function hex(point: number, width: number): string {
  return point.toString(16).padStart(width, '0')
}
