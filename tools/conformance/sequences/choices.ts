/** Seeded random choices. The same seed makes the same choices in the same order. */
import { randomInt, seededRandom } from '@kubewright/core/random'

export interface Choices {
  /** One of the items. */
  one<Item>(...items: readonly Item[]): Item
  /** `true` with this probability. */
  chance(probability: number): boolean
  /** Each item with this probability, in the given order. */
  some<Item>(items: readonly Item[], probability: number): Item[]
}

export function seededChoices(seed: string): Choices {
  const random = seededRandom(seed)
  const chance = (probability: number) => random.next() < probability
  return {
    one: (...items) => items[randomInt(random, items.length)]!,
    chance,
    some: (items, probability) => items.filter(() => chance(probability)),
  }
}
