/** A short text that stands for a value: equal for values that say the same, whatever the order of their keys. */
import { createHash } from 'node:crypto'

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('base64url').slice(0, 22)
}

/** Absent and `null` say the same to whoever applies: the field is not wanted. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  return Object.fromEntries(members.sort(([one], [two]) => (one < two ? -1 : 1)))
}
