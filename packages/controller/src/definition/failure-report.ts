/** How a repeatedly failing reconcile is shown on its object. */
import { type Condition, findCondition, type KubeObject } from '@kubewright/core'
import type { Controller } from './define-controller.ts'

/** The kstatus condition that Argo CD, Flux and others read: a failure that does not recover by itself. */
export const stalled = 'Stalled'
/** Reason of the condition and of the event. */
export const failedReason = 'ReconcileFailed'

/** Whether failures are reported in this way. A condition needs a kind that declares conditions. */
export function reportsIn(controller: Controller, way: 'events' | 'condition'): boolean {
  const { reportsFailures = true, for: resource } = controller
  const isOn = typeof reportsFailures === 'boolean' ? reportsFailures : (reportsFailures[way] ?? true)
  if (way === 'events' || !isOn) return isOn
  const { conditionTypes = [] } = resource as { readonly conditionTypes?: readonly string[] }
  return conditionTypes.length > 0 && resource.subresources.includes('status')
}

/** Whether the object has the condition, set by this runtime: a program may use the same type for its own. */
export function stalledIn(object: KubeObject): boolean {
  const { conditions = [] } = (object as { status?: { conditions?: readonly Condition[] } }).status ?? {}
  return findCondition(conditions, stalled)?.reason === failedReason
}
