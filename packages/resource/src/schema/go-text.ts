/**
 * Go's formatting of values in messages. Messages match the API server's only if numbers and JSON are written as in Go.
 */
import { isJsonObject } from '@kubewright/core/json'

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
