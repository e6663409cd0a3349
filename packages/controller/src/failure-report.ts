/** How a reconcile that keeps failing is shown on its object. */
import { type Condition, findCondition, type KubeObject } from '@kubewright/core'
import type { Controller } from './define-controller.ts'

/** As kstatus has it, which Argo CD, Flux and others read: something failed, and does not get better by itself. */
export const stalled = 'Stalled'
/** Of the condition, and of the event. */
export const failedReason = 'ReconcileFailed'

/** Whether failures are reported in this way. A condition needs a kind that declares some. */
export function reportsIn(controller: Controller, way: 'events' | 'condition'): boolean {
  const { reportsFailures = true, for: resource } = controller
  const isOn = typeof reportsFailures === 'boolean' ? reportsFailures : (reportsFailures[way] ?? true)
  if (way === 'events' || !isOn) return isOn
  const { conditionTypes = [] } = resource as { readonly conditionTypes?: readonly string[] }
  return conditionTypes.length > 0 && resource.subresources.includes('status')
}

/** Whether the object bears the condition, and this runtime has set it: a program may have one of that name. */
export function stalledIn(object: KubeObject): boolean {
  const { conditions = [] } = (object as { status?: { conditions?: readonly Condition[] } }).status ?? {}
  return findCondition(conditions, stalled)?.reason === failedReason
}
