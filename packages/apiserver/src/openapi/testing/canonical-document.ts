/**
 * Normalizes documents for comparison between servers: sorted keys, and no descriptions, which this project does not
 * reproduce.
 */
import { createHash } from 'node:crypto'

type Json = { readonly [key: string]: unknown }

/** @param holdsNames whether the keys are property names, among which `description` has no special meaning */
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

/** A short hash for comparison. */
export function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('base64url')
    .slice(0, 22)
}
