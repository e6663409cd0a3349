/** The plan of a stack as steps: done, in progress, or waiting with the reason. Pure. */
import type { StackEntry } from '@kubewright/dashboard/topics'

export interface PlanStep {
  /** The operation in the protocol: `db.run`. */
  readonly operation: string
  readonly standing: 'done' | 'now' | 'waits' | 'next'
  /** Why it waits. */
  readonly why?: string
}

export interface PlanMemory {
  readonly left: readonly string[]
  /** Operations that left the plan while the page was open, oldest first. */
  readonly done: readonly string[]
}

const mostDone = 50

/** A new plan after a completed one starts with an empty memory. */
export function rememberPlan(before: PlanMemory | undefined, plan: readonly string[]): PlanMemory {
  if (before === undefined) return { left: plan, done: [] }
  const gone = before.left.filter((one) => !plan.includes(one))
  const isNew = before.left.length === 0 && plan.length > 0
  const done = isNew ? [] : before.done.filter((one) => !plan.includes(one))
  return { left: plan, done: [...done, ...gone].slice(-mostDone) }
}

export function planSteps(
  { plan, step = '', components }: Pick<StackEntry, 'plan' | 'step' | 'components'>,
  done: readonly string[],
): readonly PlanStep[] {
  const underway = new Set(step.split(', '))
  const waits = new Map(components.flatMap(({ name, waitsFor }) => (waitsFor === undefined ? [] : [[name, waitsFor]])))
  const left = plan.map((operation): PlanStep => {
    const why = waits.get(operation.slice(0, operation.lastIndexOf('.')))
    if (underway.has(operation)) return { operation, standing: 'now', ...(why === undefined ? {} : { why }) }
    return why === undefined ? { operation, standing: 'next' } : { operation, standing: 'waits', why }
  })
  return [...done.map((operation) => ({ operation, standing: 'done' as const })), ...left]
}
