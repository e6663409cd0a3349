/** What a replica set lacks, or has too much of. Pure. */
import type { Pod, ReplicaSet } from '@kubewright/kubernetes'
import { type DeletionContext, inDeletionOrder } from '../deletion-order.ts'
import { isActive } from '../pod-state.ts'

/** At most this many at once: the rest follows when the server has taken these. */
export const burst = 500

export interface ReplicaSetPlan {
  readonly create: number
  readonly remove: readonly Pod[]
  /** Whether there will be more to do afterwards. */
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
