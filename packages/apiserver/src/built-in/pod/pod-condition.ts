/** Pod conditions that the server itself sets. */
import type { Pod, PodCondition } from '@kubewright/kubernetes/core/v1'
import type { Unvalidated } from '../../object/unvalidated.ts'

/** Sets the condition; updates its transition time only if the status changes. */
export function setPodCondition(pod: Unvalidated<Pod>, condition: Unvalidated<PodCondition>, time: string): void {
  const conditions = ((pod.status ??= {}).conditions ??= [])
  const at = conditions.findIndex(({ type }) => type === condition.type)
  const before = conditions[at]
  const lastTransitionTime = before?.status === condition.status ? before?.lastTransitionTime : time
  const { type, status, ...rest } = condition
  const next = { type, status, lastProbeTime: undefined, lastTransitionTime, ...rest }
  // An unknown probe time is serialized as null, not omitted.
  Object.assign(next, { lastProbeTime: null })
  if (at < 0) conditions.push(next)
  else conditions[at] = next
}
