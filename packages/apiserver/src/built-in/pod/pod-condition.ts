/** Conditions of pods that the server sets itself. */
import type { Pod, PodCondition } from '@kubewright/kubernetes/core/v1'
import type { Loose } from '../loose.ts'

/** Sets the condition, and when it last changed if it does. */
export function setPodCondition(pod: Loose<Pod>, condition: Loose<PodCondition>, time: string): void {
  const conditions = ((pod.status ??= {}).conditions ??= [])
  const at = conditions.findIndex(({ type }) => type === condition.type)
  const before = conditions[at]
  const lastTransitionTime = before?.status === condition.status ? before?.lastTransitionTime : time
  const { type, status, ...rest } = condition
  const next = { type, status, lastProbeTime: undefined, lastTransitionTime, ...rest }
  // A time that is not known is written as null here, not left out.
  Object.assign(next, { lastProbeTime: null })
  if (at < 0) conditions.push(next)
  else conditions[at] = next
}
