/** Random numbers and ids, from the machine or from a seed. */
export { type Ids, nameSuffix, seededIds, systemIds } from './random/ids.ts'
export { type Random, randomInt, seededRandom, systemRandom, withJitter } from './random/random.ts'
