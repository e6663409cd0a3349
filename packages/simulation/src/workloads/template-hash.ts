/** A short name for the content of a template: the same content always has the same. */
import { isJsonObject } from '@kubewright/core'

/** The letters of generated names. */
const letters = 'bcdfghjklmnpqrstvwxz2456789'

/** @param collisions how many names before this one were taken by something else */
export function templateHash(template: object, collisions = 0): string {
  const text = canonical(template) + (collisions > 0 ? String(collisions) : '')
  return String(fnv1a(text)).replace(/\d/g, (digit) => letters[digit.charCodeAt(0) % letters.length]!)
}

/** JSON in which the order of members does not count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([one], [two]) => (one < two ? -1 : 1))) : part,
  )
}

/** FNV-1a with 32 bits, over the UTF-8 of the text. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}
