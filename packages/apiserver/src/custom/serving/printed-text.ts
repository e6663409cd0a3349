/** A value as Go prints it in a text cell. */
import { goJson, sortKeys } from '../../go/go-json.ts'

export function printedText(value: unknown): string {
  if (value === null) return '<no value>'
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'object') return goJson(sortKeys(value))
  return String(value as string | boolean)
}

/** As Go's `%v`: numbers have an exponent if they have more than 21 digits, or four zeros after the point. */
function numberText(value: number): string {
  const isTiny = value !== 0 && Math.abs(value) < 1e-4
  const text = isTiny ? value.toExponential() : String(value)
  return text.replace(/e([-+])(\d)$/, 'e$10$2')
}
