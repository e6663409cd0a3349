/** Random choices from one seeded source, so that a seed repeats them. */
import { type Random, randomInt } from '@kubewright/core/random'

export class Dice {
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  chance(probability: number): boolean {
    return this.#random.next() < probability
  }

  /** In [0, below). */
  int(below: number): number {
    return randomInt(this.#random, below)
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.int(values.length)]!
  }

  /** One of the alternatives, with a probability proportional to its weight. */
  weighted<Value>(alternatives: readonly (readonly [weight: number, value: Value])[]): Value {
    const total = alternatives.reduce((sum, [weight]) => sum + weight, 0)
    let at = this.#random.next() * total
    return alternatives.find(([weight]) => (at -= weight) < 0)?.[1] ?? alternatives[0]![1]
  }

  times<Value>(most: number, make: () => Value): Value[] {
    return Array.from({ length: this.int(most + 1) }, make)
  }

  /** Usually small, sometimes up to the maximum. */
  size(most: number): number {
    return this.chance(0.7) ? this.int(Math.min(most, 20) + 1) : this.int(most + 1)
  }
}
