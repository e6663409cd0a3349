/** Formats values like Go's verbs do, for error messages. */
import { goQuote } from '@kubewright/core/go'

/** `%v`: `map[a:1 b:[x y]]`. */
export function goFormat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goFormat).join(' ')}]`
  if (value === null || value === undefined) return '<nil>'
  if (typeof value !== 'object') return String(value as string | number | boolean)
  return `map[${sortedEntries(value)
    .map(([key, item]) => `${key}:${goFormat(item)}`)
    .join(' ')}]`
}

/** `%#v`: `map[string]interface {}{"a":1}`. */
export function goSyntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (typeof value === 'string') return goQuote(value)
  if (typeof value !== 'object') return String(value as number | boolean)
  return `map[string]interface {}{${sortedEntries(value)
    .map(([key, item]) => `${goQuote(key)}:${goSyntax(item)}`)
    .join(', ')}}`
}

/** `%T`. */
export function goTypeName(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}'
  if (value === null || value === undefined) return '<nil>'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64'
    default:
      return 'map[string]interface {}'
  }
}

function sortedEntries(value: object): [string, unknown][] {
  return Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1))
}
