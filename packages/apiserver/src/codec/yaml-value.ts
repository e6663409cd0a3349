/** Values parsed from YAML, including maps, as JSON. */
import { ValueProblem } from '../go/value-problem.ts'

/**
 * JSON with sorted keys, as Go writes it.
 *
 * Failure: throws a `ValueProblem` for values that JSON does not have.
 */
export function formatValue(value: unknown): string {
  if (value instanceof Map) return formatMembers([...value].map(([key, content]) => [keyText(key), content]))
  if (Array.isArray(value)) return `[${value.map(formatValue).join(',')}]`
  if (typeof value === 'object' && value !== null) return formatMembers(Object.entries(value))
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ValueProblem(`json: unsupported value: ${infinity(value)}`)
  return JSON.stringify(value) ?? 'null'
}

function formatMembers(members: readonly (readonly [string, unknown])[]): string {
  // The last of duplicate keys wins.
  const sorted = [...new Map(members)].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, content]) => `${JSON.stringify(key)}:${formatValue(content)}`).join(',')}}`
}

/** YAML keys of any type become strings in JSON. */
export function keyText(key: unknown): string {
  if (key === null) throw new ValueProblem('unsupported map key of type: %!s(<nil>), key: <nil>')
  return typeof key === 'object' ? formatValue(key) : String(key as boolean | number | string)
}

function infinity(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
