/** A value as Go prints it in a cell of text. */
import { goJson, sortKeys } from '../../codec/go-json.ts'

export function printedText(value: unknown): string {
  if (value === null) return '<no value>'
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'object') return goJson(sortKeys(value))
  return String(value as string | boolean)
}

/** Like `%v`: a number takes an exponent when it has more than 21 digits, or four zeros behind the point. */
function numberText(value: number): string {
  const isTiny = value !== 0 && Math.abs(value) < 1e-4
  const text = isTiny ? value.toExponential() : String(value)
  return text.replace(/e([-+])(\d)$/, 'e$10$2')
}
