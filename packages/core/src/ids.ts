/** Identity, taken from outside: unique ids that a seeded run can repeat. */
import { randomUUID } from 'node:crypto'
import { type Random, randomInt, systemRandom } from './random.ts'

export interface Ids {
  /** A version 4 UUID. */
  uuid(): string
}

export const systemIds: Ids = { uuid: () => randomUUID() }

/** Ids drawn from `random`: repeatable, and unique as long as `random` does not run in a circle. */
export function seededIds(random: Random): Ids {
  const hex = (length: number) => Array.from({ length }, () => randomInt(random, 16).toString(16)).join('')
  return {
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[randomInt(random, 4)]}${hex(3)}-${hex(12)}`,
  }
}

/** The letters an API server uses for generated names: no vowels, nothing that looks like something else. */
const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** A short suffix for a generated name, as `generateName` makes it. */
export function nameSuffix(length = 5, random: Random = systemRandom): string {
  return Array.from({ length }, () => suffixAlphabet[randomInt(random, suffixAlphabet.length)]).join('')
}
