/** Plan files for processes: findings of an exploration, kept as regression tests. */
import { hasFields, isText, maybe } from '../explore/plan/file-fields.ts'
import { checkedFile } from '../explore/plan/plan-file.ts'
import { isProcessPlan } from './process-plan-fields.ts'
import { formatProcessPlan, type ProcessPlan } from './process-plan.ts'

export function formatProcessPlanFile(plan: ProcessPlan, found: string): string {
  return `${JSON.stringify({ about: formatProcessPlan(plan), found, plan }, undefined, 2)}\n`
}

const isFile = hasFields({ about: maybe(isText), found: maybe(isText), plan: isProcessPlan })

/** Failure: `KW_TESTING_PLAN` if the text is not a plan file, with the first wrong place. */
export function parseProcessPlanFile(text: string): ProcessPlan {
  return (checkedFile(text, isFile, 'an exploration of a process') as { readonly plan: ProcessPlan }).plan
}
