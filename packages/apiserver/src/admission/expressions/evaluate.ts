/** Evaluates expressions against one write, within a shared cost budget. */
import type { Value } from '@kubewright/cel'
import type { Activation } from './activation.ts'
import type { Expression } from './expression.ts'

/** The value of an expression, or its error. */
export type Outcome = { readonly value: Value } | { readonly error: string }

/** Thrown when the cost budget is exhausted. */
export class OutOfBudget extends Error {
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run')
  }
}

/** CEL cost budget of a policy, for each parameter object. Match conditions have a budget of their own. */
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
