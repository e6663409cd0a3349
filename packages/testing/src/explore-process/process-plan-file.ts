/** Plans for processes as files: what an exploration found, kept as a regression test. */
import { testingErrors } from '../errors.ts'
import { formatProcessPlan, type ProcessFault, type ProcessPlan } from './process-plan.ts'

export function formatProcessPlanFile(plan: ProcessPlan, found: string): string {
  return `${JSON.stringify({ about: formatProcessPlan(plan), found, plan }, undefined, 2)}\n`
}

/** Failure: `KW_TESTING_PLAN` if it is none. */
export function parseProcessPlanFile(text: string): ProcessPlan {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw notOne('it is not JSON', cause)
  }
  const { plan } = (value ?? {}) as { readonly plan?: { readonly faults?: unknown } }
  if (!Array.isArray(plan?.faults)) throw notOne('it has no plan with faults')
  for (const [at, fault] of plan.faults.entries()) {
    if (!isFault(fault)) throw notOne(`fault ${at + 1} is none that strikes a process: ${JSON.stringify(fault)}`)
  }
  return { faults: plan.faults as readonly ProcessFault[] }
}

type Fields = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

const isCount: Check = (value) => Number.isInteger(value) && (value as number) > 0
const isStep: Check = (value) => Number.isInteger(value) && (value as number) >= 0
const isKind: Check = (value) => typeof value === 'string' && value !== ''
const isMoment: Check = (value) => {
  const { call, nth } = (value ?? {}) as Fields
  return typeof call === 'string' && call.includes(' ') && isCount(nth)
}

const fields: Readonly<Record<ProcessFault['type'], Readonly<Record<string, Check>>>> = {
  fail: { at: isMoment, status: (value) => [409, 429, 500, 503, 504].includes(value as number) },
  unsent: { at: isMoment },
  lost: { at: isMoment },
  crash: { at: isMoment },
  blind: { kind: isKind, step: isStep, after: (value) => value === 'told' || value === 'relisted' },
  slow: { kind: isKind, step: isStep },
  cut: { kind: isKind, step: isStep, isExpired: (value) => typeof value === 'boolean' },
  hurry: { step: isStep },
  restart: { step: isStep },
}

function isFault(value: unknown): boolean {
  const fault = (value ?? {}) as Fields
  const checks = Object.entries(fields).find(([type]) => type === fault.type)?.[1]
  return checks !== undefined && Object.entries(checks).every(([name, check]) => check(fault[name]))
}

function notOne(why: string, cause?: unknown): Error {
  return testingErrors('KW_TESTING_PLAN', {
    what: 'read the plan',
    why,
    next: 'Use a file that an exploration of a process wrote.',
    cause,
  })
}
