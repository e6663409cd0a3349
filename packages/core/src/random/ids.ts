/** Unique ids from an injected source, so that a seeded run can repeat them. */
import { randomUUID } from 'node:crypto'
import { type Random, randomInt, systemRandom } from './random.ts'

/** A source of unique ids, such as the uid of an object. */
export interface Ids {
  /** A version 4 UUID. */
  uuid(): string
}

/** Random ids from the system's secure source. */
export const systemIds: Ids = { uuid: () => randomUUID() }

const hexDigits = '0123456789abcdef'

/** Ids drawn from `random`: repeatable, and unique within the period of `random`. */
export function seededIds(random: Random): Ids {
  const hex = (length: number) => {
    let digits = ''
    for (let left = length; left > 0; left--) digits += hexDigits[randomInt(random, 16)]
    return digits
  }
  return {
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[randomInt(random, 4)]}${hex(3)}-${hex(12)}`,
  }
}

/** The alphabet an API server uses for generated names: no vowels, no look-alikes. */
const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** A short suffix for a generated name, as with `generateName`. */
export function nameSuffix(length = 5, random: Random = systemRandom): string {
  return Array.from({ length }, () => suffixAlphabet[randomInt(random, suffixAlphabet.length)]).join('')
}
