/** Plans as files: what an exploration found, kept as a regression test. */
import { testingErrors } from '../errors.ts'
import { hasItsFields } from './fault-fields.ts'
import { formatPlan, type Plan } from './plan.ts'

export interface PlanFile {
  /** What happens, for whoever opens the file. */
  readonly about: string
  /** What was found with it. */
  readonly found: string
  readonly seed: string
  readonly plan: Plan
}

export function formatPlanFile(file: Omit<PlanFile, 'about'>): string {
  return `${JSON.stringify({ about: formatPlan(file.plan), ...file }, undefined, 2)}\n`
}

/** Failure: `KW_TESTING_PLAN` if it is none. */
export function parsePlanFile(text: string): PlanFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw notOne('it is not JSON', cause)
  }
  const { plan, seed } = (value ?? {}) as Partial<PlanFile>
  const wrong = Array.isArray(plan?.faults) ? plan.faults.find((fault) => !isFault(fault)) : undefined
  if (wrong !== undefined) throw notOne(`this is no fault: ${JSON.stringify(wrong)}`)
  if (!Array.isArray(plan?.faults) || typeof plan?.schedule?.type !== 'string')
    throw notOne('it has no plan with a schedule and faults')
  if (typeof seed !== 'string') throw notOne('it has no seed')
  return value as PlanFile
}

const faultTypes = ['fail', 'unsent', 'lost', 'crash', 'overlap', 'handover', 'hold', 'expire', 'hurry', 'restart']

function isFault(value: unknown): boolean {
  return faultTypes.includes((value as { type?: string } | null)?.type ?? '') && hasItsFields(value)
}

function notOne(why: string, cause?: unknown): Error {
  return testingErrors('KW_TESTING_PLAN', {
    what: 'read the plan',
    why,
    next: 'Use a file that an exploration wrote.',
    cause,
  })
}
