/**
 * A document in the one form in which two servers' can be compared: keys in order, and without descriptions, which are
 * left to Kubernetes.
 */
import { createHash } from 'node:crypto'

type Json = { readonly [key: string]: unknown }

/** @param holdsNames whether the keys are names somebody gave, so that `description` is one like any other */
export function canonical(value: unknown, holdsNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value as Json).filter(([key, inner]) => holdsNames || !isDescription(key, inner))
  const sorted = kept.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, inner]) => [key, canonical(inner, !holdsNames && key === 'properties')]))
}

function isDescription(key: string, value: unknown): boolean {
  return key === 'description' && typeof value === 'string'
}

/** Short, and enough to notice any difference. */
export function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('base64url')
    .slice(0, 22)
}
