/** The pods that a ReplicaSet has to create or delete. Pure. */
import type { Pod, ReplicaSet } from '@kubewright/kubernetes'
import { type DeletionContext, inDeletionOrder } from '../deletion-order.ts'
import { isActive } from '../pod-state.ts'

/** The maximum number of pods in one reconcile: the rest follows in the next one. */
export const burst = 500

export interface ReplicaSetPlan {
  readonly create: number
  readonly remove: readonly Pod[]
  /** Whether another reconcile is needed afterwards. */
  readonly isPartial: boolean
}

export function planReplicaSet(
  { spec: { replicas = 1 } }: ReplicaSet,
  pods: readonly Pod[],
  context: DeletionContext,
): ReplicaSetPlan {
  const active = pods.filter(isActive)
  const missing = replicas - active.length
  const count = Math.min(Math.abs(missing), burst)
  return {
    create: missing > 0 ? count : 0,
    remove: missing < 0 ? inDeletionOrder(active, context).slice(0, count) : [],
    isPartial: count < Math.abs(missing),
  }
}
