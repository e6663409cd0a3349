/** How Go prints a value with `%v`, which is how its errors show what they are about. */
export function goFormat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goFormat).join(' ')}]`
  if (value === null) return '<nil>'
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
  const entries = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1))
  return `map[${entries.map(([key, item]) => `${key}:${goFormat(item)}`).join(' ')}]`
}
