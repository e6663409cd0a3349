/** The status of a ReplicaSet. Pure. */
import { compileLabelSelector } from '@kubewright/core/selectors'
import { formatTime } from '@kubewright/core/time'
import type { Pod, ReplicaSet } from '@kubewright/kubernetes'
import type { ReplicaSetCondition, ReplicaSetStatus } from '@kubewright/kubernetes/apps/v1'
import { isActive, isAvailable, isReady } from '../pod-state.ts'
import { orNothing } from '../write-status.ts'

/** A failure to create or delete pods. */
export interface ReplicaFailure {
  readonly reason: 'FailedCreate' | 'FailedDelete'
  readonly message: string
}

export function replicaSetStatus(
  { metadata, spec, status }: ReplicaSet,
  pods: readonly Pod[],
  { now, failure }: { readonly now: number; readonly failure?: ReplicaFailure | undefined },
): ReplicaSetStatus {
  const active = pods.filter(isActive)
  const isLabelled = compileLabelSelector({ matchLabels: spec.template.metadata?.labels ?? {} })
  const conditions = conditionsAfter(status?.conditions ?? [], failure, now)
  return {
    replicas: active.length,
    fullyLabeledReplicas: orNothing(active.filter((pod) => isLabelled(pod.metadata.labels)).length),
    readyReplicas: orNothing(active.filter(isReady).length),
    availableReplicas: orNothing(active.filter((pod) => isAvailable(pod, spec.minReadySeconds ?? 0, now)).length),
    observedGeneration: metadata.generation,
    conditions: conditions.length === 0 ? undefined : conditions,
  }
}

function conditionsAfter(
  before: readonly ReplicaSetCondition[],
  failure: ReplicaFailure | undefined,
  now: number,
): readonly ReplicaSetCondition[] {
  const type = 'ReplicaFailure'
  const others = before.filter((condition) => condition.type !== type)
  if (failure === undefined) return others
  // The first failure is kept until a success: its message changes with every attempt, and each change would be a write.
  const shown = before.find((condition) => condition.type === type)
  if (shown !== undefined) return before
  return [...others, { type, status: 'True', lastTransitionTime: formatTime(now), ...failure }]
}
