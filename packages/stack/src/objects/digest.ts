/** A short digest of data, independent of key order. */
import { createHash } from 'node:crypto'

export function digestOf(data: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(ordered(data)) ?? '')
    .digest('hex')
    .slice(0, 16)
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, ordered(item)] as const)
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
}
