/** The conditions of a definition. */
import type { Draft } from '../../object/draft.ts'
import { type DefinitionCondition, statusOf } from './definition.ts'

/** A condition without its transition time. */
export type ConditionText = Readonly<Required<Omit<DefinitionCondition, 'lastTransitionTime'>>>

export function findCondition(definition: Draft, type: string): DefinitionCondition | undefined {
  return statusOf(definition).conditions?.find((condition) => condition.type === type)
}

export function isTrue(definition: Draft, type: string): boolean {
  return findCondition(definition, type)?.status === 'True'
}

/** The transition time changes only with the status, not with the reason or message. */
export function setCondition(definition: Draft, text: ConditionText, time: string): void {
  const found = findCondition(definition, text.type)
  if (found === undefined) {
    const status = statusOf(definition)
    const { type, status: value, reason, message } = text
    const added = { type, status: value, lastTransitionTime: time, reason, message }
    status.conditions = [...(status.conditions ?? []), added]
    return
  }
  if (found.status !== text.status || found.lastTransitionTime === undefined) found.lastTransitionTime = time
  Object.assign(found, text)
}

export function isSameText(text: ConditionText, condition: DefinitionCondition | undefined): boolean {
  return (
    condition !== undefined &&
    condition.status === text.status &&
    (condition.reason ?? '') === text.reason &&
    (condition.message ?? '') === text.message
  )
}
