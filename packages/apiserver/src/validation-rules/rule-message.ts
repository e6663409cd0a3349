/** The message of a failed rule: the result of its messageExpression, its message, or the rule itself. */
import { scalarText, type Variables } from '@kubewright/cel'
import type { CompiledRule } from './compiled-rule.ts'
import { nameOfRule } from './rule-tree.ts'

export interface RuleMessage {
  readonly detail: string
  /** The remaining budget; negative when no more rules may run. */
  readonly budget: number
  /** Set if the messageExpression exceeded the budget; reported instead of the message. */
  readonly problem?: string
}

/** Longer messages are discarded. */
const longestMessage = 5 * 1024

export function messageOf(compiled: CompiledRule, variables: Variables, budget: number): RuleMessage {
  const fallback = plainMessage(compiled)
  if (compiled.message === undefined) return { detail: fallback, budget }
  const outcome = compiled.message.evaluate(variables)
  if (outcome.cost > budget) {
    const problem =
      'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run'
    return { detail: fallback, budget: -1, problem }
  }
  const left = budget - outcome.cost
  if ('value' in outcome) {
    const text = scalarText(outcome.value).trim()
    return { detail: isUsable(text) ? text : fallback, budget: left }
  }
  if (!outcome.isOverLimit) return { detail: fallback, budget: left }
  const expression = JSON.stringify(compiled.rule.messageExpression)
  const problem = `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${expression}`
  return { detail: fallback, budget: -1, problem }
}

function isUsable(text: string): boolean {
  return text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= longestMessage
}

function plainMessage({ rule }: CompiledRule): string {
  return rule.message === undefined || rule.message === '' ? `failed rule: ${nameOfRule(rule)}` : nameOfRule(rule)
}
