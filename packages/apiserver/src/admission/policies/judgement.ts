/** Evaluates one policy for one write and one parameter. */
import type { Activation, ActivationParts } from '../expressions/activation.ts'
import { Evaluation, OutOfBudget, type Outcome, policyBudget } from '../expressions/evaluate.ts'
import { judgeConditions } from '../expressions/match-conditions.ts'
import type { Demand, Note, ValidatingPolicy } from './validating-policy.ts'

export interface Refusal {
  /** Index of the failed validation. */
  readonly index: number
  readonly message: string
  readonly reason: string
}

export interface Judgement {
  readonly refusals: readonly Refusal[]
  /** Audit annotations, by key. */
  readonly notes: readonly (readonly [string, string])[]
  /** Audit annotations that failed to evaluate. They refuse the write, whatever the actions of the binding. */
  readonly brokenNotes: readonly Refusal[]
}

const nothing: Judgement = { refusals: [], notes: [], brokenNotes: [] }

/** Creates an activation for a group of expressions: each group pays for its own variables. */
export type Activate = (parts: Pick<ActivationParts, 'variables'> & { hasAuthorizer: boolean }) => Activation

export function judge(policy: ValidatingPolicy, activate: Activate): Judgement {
  const { conditions, failurePolicy, variables } = policy
  const verdict = judgeConditions(conditions, () => activate({ variables, hasAuthorizer: true }), failurePolicy)
  if (verdict === false) return nothing
  if (typeof verdict === 'object') return failed(policy, verdict.error)
  try {
    const refusals = judgeDemands(policy, activate)
    return { refusals, ...judgeNotes(policy, activate) }
  } catch (error) {
    if (error instanceof OutOfBudget) return failed(policy, error.message)
    throw error
  }
}

function failed({ failurePolicy }: ValidatingPolicy, message: string): Judgement {
  return failurePolicy === 'Ignore' ? nothing : { ...nothing, refusals: [{ index: 0, message, reason: '' }] }
}

function judgeDemands(policy: ValidatingPolicy, activate: Activate): readonly Refusal[] {
  const { demands, variables } = policy
  const evaluation = new Evaluation(activate({ variables, hasAuthorizer: true }), policyBudget)
  const outcomes = demands.map(({ expression }) => evaluation.run(expression))
  const messages = runMessages(policy, activate, evaluation.left)
  return demands.flatMap((demand, index) => judgeDemand(policy, demand, { index, outcome: outcomes[index]!, messages }))
}

type Messages = readonly (Outcome | undefined)[] | { readonly problem: string }

function runMessages({ demands, variables }: ValidatingPolicy, activate: Activate, budget: number): Messages {
  const evaluation = new Evaluation(activate({ variables, hasAuthorizer: false }), budget)
  try {
    return demands.map(({ messageExpression }) => messageExpression && evaluation.run(messageExpression))
  } catch (error) {
    if (error instanceof OutOfBudget) return { problem: error.message }
    throw error
  }
}

interface Judged {
  readonly index: number
  readonly outcome: Outcome
  readonly messages: Messages
}

function judgeDemand({ failurePolicy }: ValidatingPolicy, demand: Demand, judged: Judged): readonly Refusal[] {
  const { index, outcome, messages } = judged
  const ifFail = (message: string) => (failurePolicy === 'Ignore' ? [] : [{ index, message, reason: '' }])
  if ('error' in outcome) return ifFail(outcome.error)
  if ('problem' in messages) return ifFail(`failed messageExpression: ${messages.problem}`)
  if (outcome.value === true) return []
  return [{ index, message: messageOf(demand, messages[index]), reason: demand.reason }]
}

/** Maximum length of an evaluated message. */
const messageBytes = 5 * 1024

function messageOf({ message, expression }: Demand, made: Outcome | undefined): string {
  const text = made !== undefined && 'value' in made && typeof made.value === 'string' ? made.value.trim() : ''
  const isFit = Buffer.byteLength(text) <= messageBytes && !text.includes('\n')
  return (isFit ? text : '') || message.trim() || `failed expression: ${expression.text.trim()}`
}

/** Maximum length of an audit annotation. */
const noteBytes = 10 * 1024

function judgeNotes(policy: ValidatingPolicy, activate: Activate): Pick<Judgement, 'notes' | 'brokenNotes'> {
  const { variables, failurePolicy } = policy
  const evaluation = new Evaluation(activate({ variables, hasAuthorizer: false }), policyBudget)
  const outcomes = policy.notes.map((note) => ({ note, outcome: evaluation.run(note.value) }))
  const broken = outcomes.flatMap(({ outcome }, index) =>
    'error' in outcome && failurePolicy === 'Fail' ? [{ index, message: outcome.error, reason: '' }] : [],
  )
  return { notes: outcomes.flatMap(({ note, outcome }) => noteOf(note, outcome)), brokenNotes: broken }
}

function noteOf({ key }: Note, outcome: Outcome): readonly (readonly [string, string])[] {
  const text = 'value' in outcome && typeof outcome.value === 'string' ? outcome.value.trim() : ''
  return text === '' ? [] : [[key, Buffer.from(text).subarray(0, noteBytes).toString('utf8')]]
}
