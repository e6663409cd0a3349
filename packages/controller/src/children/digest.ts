/** A short digest of a JSON value, independent of key order. */
import { hash } from 'node:crypto'

/** @param value any JSON value */
export function digestOf(value: unknown): string {
  return hash('sha256', textOf(value), 'base64url').slice(0, 22)
}

/**
 * Absent and `null` mean the same in an apply: the field is not desired. Strings are preceded by their length instead of being quoted,
 * which is unambiguous, too, and several times faster.
 */
function textOf(value: unknown): string {
  if (typeof value === 'string') return `${value.length}:${value}`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return textOf(value.toJSON())
  const record = value as Readonly<Record<string, unknown>>
  let members = ''
  for (const key of inOrder(Object.keys(record))) {
    const member = record[key]
    if (member !== null && member !== undefined) members += `${key.length}:${key}${textOf(member)},`
  }
  return `{${members}}`
}

/** Skips sorting where keys are sorted already, as in objects from a server. */
function inOrder(keys: string[]): readonly string[] {
  for (let at = 1; at < keys.length; at++) if (keys[at - 1]! > keys[at]!) return keys.sort()
  return keys
}
