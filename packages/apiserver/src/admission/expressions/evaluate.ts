/** Evaluates expressions against one write, within what they may cost together. */
import type { Value } from '../../cel/values/value.ts'
import type { Activation } from './activation.ts'
import type { Expression } from './expression.ts'

/** What came of an expression, or why nothing did. */
export type Outcome = { readonly value: Value } | { readonly error: string }

/** Thrown when there is nothing left to spend. */
export class OutOfBudget extends Error {
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run')
  }
}

/** What a policy may cost for each parameter, and its match conditions by themselves. */
export const policyBudget = 10_000_000
export const conditionsBudget = 2_500_000

/** Spends a budget, expression by expression. */
export class Evaluation {
  readonly #activation: Activation
  #left: number

  constructor(activation: Activation, budget: number) {
    this.#activation = activation
    this.#left = budget
  }

  get left(): number {
    return this.#left
  }

  /** Failure: throws `OutOfBudget`. */
  run({ text, program, problem }: Expression): Outcome {
    if (program === undefined) return { error: `compilation error: ${problem}` }
    const evaluation = program.evaluate(this.#activation.look)
    this.#spend(this.#activation.takeSpent())
    this.#spend(evaluation.cost)
    if ('value' in evaluation) return { value: evaluation.value }
    return { error: `expression '${text}' resulted in error: ${evaluation.error}` }
  }

  #spend(cost: number): void {
    if (cost > this.#left) throw new OutOfBudget()
    this.#left -= cost
  }
}
