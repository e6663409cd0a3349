/** A short, stable hash of a template. */
import { isJsonObject } from '@kubewright/core/json'

/** The alphabet of generated names. */
const letters = 'bcdfghjklmnpqrstvwxz2456789'

/** @param collisions the number of earlier name collisions */
export function templateHash(template: object, collisions = 0): string {
  const text = canonical(template) + (collisions > 0 ? String(collisions) : '')
  return String(fnv1a(text)).replace(/\d/g, (digit) => letters[digit.charCodeAt(0) % letters.length]!)
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([one], [two]) => (one < two ? -1 : 1))) : part,
  )
}

/** 32-bit FNV-1a of the UTF-8 text. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}
