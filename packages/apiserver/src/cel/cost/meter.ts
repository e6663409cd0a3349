/** Counts what an evaluation costs and stops it when that is too much. */

/** Thrown through the whole evaluation; there is nothing to rescue. */
export class CostExceeded extends Error {
  override readonly name = 'CostExceeded'
  readonly cost: number

  constructor(cost: number) {
    super('operation cancelled: actual cost limit exceeded')
    this.cost = cost
  }
}

/**
 * Work the server's costs do not see, such as the steps of a pattern whose repeats were spelled out. Far above what
 * any honest expression needs, and done in about a second.
 */
const mostSteps = 20_000_000

export class Meter {
  readonly #limit: number
  #cost = 0
  #steps = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get cost(): number {
    return this.#cost
  }

  charge(cost: number): void {
    this.#cost += cost
    if (this.#cost > this.#limit) throw new CostExceeded(this.#cost)
  }

  readonly spend = (steps: number): void => {
    this.#steps += steps
    if (this.#steps > mostSteps) throw new CostExceeded(this.#cost)
  }
}
