/** Plan files: findings of an exploration, kept as regression tests. */
import { testingErrors } from '../../errors.ts'
import { type Check, hasFields, isText, maybe } from './file-fields.ts'
import { formatPlan, type Plan } from './plan.ts'
import { isPlan } from './plan-fields.ts'

/** The content of a plan file: a plan and its seed, with the finding it reproduces. */
export interface PlanFile {
  /** The plan as a sentence, for readers of the file. */
  readonly about: string
  /** The finding of this plan. */
  readonly found: string
  readonly seed: string
  readonly plan: Plan
}

export function formatPlanFile(file: Omit<PlanFile, 'about'>): string {
  return `${JSON.stringify({ about: formatPlan(file.plan), ...file }, undefined, 2)}\n`
}

const isFile = hasFields({ about: maybe(isText), found: maybe(isText), seed: isText, plan: isPlan })

/** Failure: `KW_TESTING_PLAN` if the text is not a plan file, with the first wrong place. */
export function parsePlanFile(text: string): PlanFile {
  const {
    about,
    found = '',
    seed,
    plan,
  } = checkedFile(text, isFile, 'an exploration') as Partial<PlanFile> & Pick<PlanFile, 'seed' | 'plan'>
  return { about: about ?? formatPlan(plan), found, seed, plan }
}

/** Failure: `KW_TESTING_PLAN`. @param writer the writer of such files, for the message */
export function checkedFile(text: string, check: Check, writer: string): unknown {
  const refused = (why: string, cause?: unknown) =>
    testingErrors('KW_TESTING_PLAN', { what: 'read the plan', why, next: `Use a file that ${writer} wrote.`, cause })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refused('it is not JSON', cause)
  }
  const wrong = check(value, 'the file')
  if (wrong !== undefined) throw refused(wrong.replace(/^the file\./, ''))
  return value
}
