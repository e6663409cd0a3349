/**
 * Go's formatting of values in messages. Messages match the API server's only if numbers, quotes and JSON are written as in Go.
 */
import { isJsonObject } from '@kubewright/core'

/** A decoded number as Go prints it: an integer in full, a float as `goFloat` does. */
export function goNumber(value: number): string {
  return isInt64(value) ? BigInt(value).toString() : goFloat(value)
}

/** A float as Go's `%v` prints it: with an exponent of at least two digits from a million up and below a ten-thousandth. */
export function goFloat(value: number): string {
  if (value === 0) return '0'
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  // JavaScript writes no exponent between a millionth and 1e21 either.
  if (power >= -4 && power < 6) return String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

/** Whether the API server decodes this number as an integer rather than as a float. */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
}

/** Go's `%q`: printable characters as they are, the rest escaped. */
export function goQuote(text: string): string {
  let quoted = ''
  for (const character of text) quoted += shortEscapes[character] ?? escapeUnprintable(character)
  return `"${quoted}"`
}

function escapeUnprintable(character: string): string {
  if (character === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)) return character
  const code = character.codePointAt(0)!
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`
  if (code >= 0xd800 && code < 0xe000) return '\\ufffd'
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`
}

/** Go's `json.Marshal`: keys sorted, `<`, `>` and `&` escaped. */
export function goJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`
  if (isJsonObject(value)) {
    const keys = Object.keys(value).sort(byCodeUnit)
    return `{${keys.map((key) => `${goJson(key)}:${goJson(value[key])}`).join(',')}}`
  }
  const text = JSON.stringify(value) ?? 'null'
  return typeof value === 'string' ? text.replace(/[<>&\u2028\u2029]/g, escapeForHtml) : text
}

function escapeForHtml(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
