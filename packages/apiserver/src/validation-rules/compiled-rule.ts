/** The rules of one schema node, compiled against the type of its values. */
import type { StructuralSchema, ValidationRule } from '@kubewright/resource/schema'
import {
  type CelProgram,
  compileCel,
  type Environment,
  estimateCost,
  optionalType,
  standardFunctions,
} from '@kubewright/cel'
import { type DeclaredType, maxRequestBytes } from '@kubewright/cel/kubernetes'

export interface CompiledRule {
  readonly rule: ValidationRule
  /** Set unless `problem` is; neither is set for an empty rule. */
  readonly program?: CelProgram
  /** Why the rule cannot run, in the server's words. */
  readonly problem?: string
  readonly usesOldSelf: boolean
  /** Worst-case cost of one evaluation. */
  readonly cost: number
  readonly message?: CelProgram
  readonly messageProblem?: string
  readonly messageCost: number
}

export function compileRules(rules: readonly ValidationRule[], type: DeclaredType): readonly CompiledRule[] {
  return rules.map((rule) => compileRule(rule, type))
}

/** How many values of this type fit into a request. */
export function mostValues({ leastBytes }: DeclaredType): number {
  return Math.floor(maxRequestBytes / (leastBytes + 1))
}

/** The rules declared on a schema node. */
export function rulesAt(schema: StructuralSchema): readonly ValidationRule[] {
  return schema['x-kubernetes-validations'] ?? []
}

function compileRule(rule: ValidationRule, declared: DeclaredType): CompiledRule {
  const nothing = { rule, usesOldSelf: false, cost: 0, messageCost: 0 }
  if (rule.rule.trim() === '') return nothing
  const environment = environmentOf(rule, declared)
  const program = compileCel(rule.rule, environment)
  if ('problem' in program) return { ...nothing, problem: program.problem }
  if (program.resultType.kind !== 'bool') return { ...nothing, problem: 'cel expression must evaluate to a bool' }
  return {
    rule,
    program,
    usesOldSelf: program.uses('oldSelf'),
    cost: estimateCost(program, declared),
    ...compileMessage(rule, environment, declared),
  }
}

function environmentOf({ optionalOldSelf }: ValidationRule, { type }: DeclaredType): Environment {
  const oldSelf = optionalOldSelf === true ? optionalType(type) : type
  return {
    variables: new Map([
      ['self', type],
      ['oldSelf', oldSelf],
    ]),
    functions: standardFunctions,
  }
}

type CompiledMessage = Pick<CompiledRule, 'message' | 'messageProblem' | 'messageCost'>

function compileMessage(
  { messageExpression = '' }: ValidationRule,
  environment: Environment,
  declared: DeclaredType,
): CompiledMessage {
  if (messageExpression === '') return { messageCost: 0 }
  const message = compileCel(messageExpression, environment)
  if ('problem' in message)
    return { messageProblem: `messageExpression ${message.problem.replace(/^program /, '')}`, messageCost: 0 }
  if (message.resultType.kind !== 'string') {
    return { messageProblem: 'messageExpression must evaluate to a string', messageCost: 0 }
  }
  return { message, messageCost: estimateCost(message, declared) }
}
