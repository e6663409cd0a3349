/** A value as Go prints it in a cell of text. */
import { goJson } from '../../codec/go-json.ts'

export function printedText(value: unknown): string {
  if (value === null) return '<no value>'
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'object') return goJson(sorted(value))
  return String(value as string | boolean)
}

/** Like `%v`: a number takes an exponent when it has more than 21 digits, or four zeros behind the point. */
function numberText(value: number): string {
  const isTiny = value !== 0 && Math.abs(value) < 1e-4
  const text = isTiny ? value.toExponential() : String(value)
  return text.replace(/e([-+])(\d)$/, 'e$10$2')
}

/** With the fields of objects in the order of their names. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]))
}
