/** Counts the cost of an evaluation and stops it at the limit. See decision 0081. */

/** Aborts the whole evaluation; no operator can recover from it. */
export class CostExceeded extends Error {
  override readonly name = 'CostExceeded'
  readonly cost: number

  constructor(cost: number) {
    super('operation cancelled: actual cost limit exceeded')
    this.cost = cost
  }
}

/**
 * Limit on work that the server's cost model does not count, such as the steps of a pattern with expanded repetitions. Far
 * above the needs of a legitimate expression, and reached in about a second.
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
