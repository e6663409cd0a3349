/** CEL match conditions, which narrow down the matched writes. */
import { boolType, type Environment } from '@kubewright/cel'
import type { Activation } from './activation.ts'
import { conditionsBudget, Evaluation, OutOfBudget, type Outcome } from './evaluate.ts'
import { compileExpression, type Expression } from './expression.ts'

export interface MatchCondition {
  readonly name?: string
  readonly expression?: string
}

export function compileConditions(
  conditions: readonly MatchCondition[] | undefined,
  environment: Environment,
): readonly Expression[] {
  return (conditions ?? []).map(({ expression = '' }) => compileExpression(expression, environment, [boolType]))
}

/** Whether all conditions hold; an error if that cannot be decided. */
export type ConditionVerdict = boolean | { readonly error: string }

/** One false condition decides, even if others fail with an error. */
export function judgeConditions(
  conditions: readonly Expression[],
  activation: () => Activation,
  failurePolicy: string | undefined,
): ConditionVerdict {
  if (conditions.length === 0) return true
  const outcomes = runAll(conditions, activation())
  if (typeof outcomes !== 'string' && outcomes.some((outcome) => 'value' in outcome && outcome.value === false)) {
    return false
  }
  const errors =
    typeof outcomes === 'string' ? [outcomes] : outcomes.flatMap((outcome) => ('error' in outcome ? outcome.error : []))
  if (errors.length === 0) return true
  return failurePolicy === 'Ignore' ? false : { error: aggregate(errors) }
}

function runAll(conditions: readonly Expression[], activation: Activation): readonly Outcome[] | string {
  const evaluation = new Evaluation(activation, conditionsBudget)
  try {
    return conditions.map((condition) => evaluation.run(condition))
  } catch (error) {
    if (error instanceof OutOfBudget) return error.message
    throw error
  }
}

/** Several errors as Go lists them, deduplicated. */
function aggregate(errors: readonly string[]): string {
  const unique = [...new Set(errors)]
  return unique.length === 1 ? unique[0]! : `[${unique.join(', ')}]`
}
