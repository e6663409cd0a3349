/** One expression of a policy or of a webhook's match conditions, compiled. */
import { type CelProgram, type CelType, compileCel, type Environment, formatType, isSameType } from '@kubewright/cel'

export interface Expression {
  /** The source text. */
  readonly text: string
  /** `undefined` if it does not compile. */
  readonly program: CelProgram | undefined
  /** Why it does not compile, in kube-apiserver's wording. */
  readonly problem: string | undefined
}

/** @param returns the allowed result types; an empty list allows any type */
export function compileExpression(text: string, environment: Environment, returns: readonly CelType[]): Expression {
  const compiled = compileCel(text, environment)
  if ('problem' in compiled) return { text, program: undefined, problem: compiled.problem }
  const { resultType } = compiled
  if (returns.length === 0 || returns.some((type) => isSameType(type, resultType))) {
    return { text, program: compiled, problem: undefined }
  }
  const expected = returns.length === 1 ? shownType(returns[0]!) : `one of [${returns.map(shownType).join(' ')}]`
  return { text, program: undefined, problem: `must evaluate to ${expected} but got ${shownType(resultType)}` }
}

/** These messages use the full names of the duration, timestamp and null types. */
function shownType(type: CelType): string {
  const { kind, name } = type
  return kind === 'duration' || kind === 'timestamp' || kind === 'null' ? name : formatType(type)
}
