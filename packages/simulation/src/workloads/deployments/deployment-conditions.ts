/** The conditions of a Deployment, in the wording of the Kubernetes controller. Pure. */
import { formatTime } from '@kubewright/core/time'
import type { DeploymentCondition } from '@kubewright/kubernetes/apps/v1'

export type Conditions = readonly DeploymentCondition[]
export type NewCondition = Pick<DeploymentCondition, 'type' | 'status' | 'reason' | 'message'>

export function conditionOf(conditions: Conditions | undefined, type: string): DeploymentCondition | undefined {
  return conditions?.find((condition) => condition.type === type)
}

export function withoutCondition(conditions: Conditions, type: string): Conditions {
  return conditions.filter((condition) => condition.type !== type)
}

/** A condition with the same status and reason is unchanged; one with the same status keeps its transition time. */
export function withCondition(conditions: Conditions, next: NewCondition, now: number): Conditions {
  const current = conditionOf(conditions, next.type)
  if (current?.status === next.status && current.reason === next.reason) return conditions
  return [...withoutCondition(conditions, next.type), dated(next, current, now)]
}

/** Like `withCondition`, but always updates the condition, even if only its time is new. */
export function withRenewed(conditions: Conditions, next: NewCondition, now: number): Conditions {
  const current = conditionOf(conditions, next.type)
  return [...withoutCondition(conditions, next.type), dated(next, current, now)]
}

function dated(next: NewCondition, current: DeploymentCondition | undefined, now: number): DeploymentCondition {
  const time = formatTime(now)
  const lastTransitionTime = current?.status === next.status ? (current.lastTransitionTime ?? time) : time
  return { ...next, lastUpdateTime: time, lastTransitionTime }
}

const progressing = (status: 'True' | 'False' | 'Unknown', reason: string, message: string): NewCondition => ({
  type: 'Progressing',
  status,
  reason,
  message,
})

/** All `Progressing` conditions. `what` is `ReplicaSet "x"`, or `Deployment "x"` without one. */
export const progress = {
  created: (name: string) => progressing('True', 'NewReplicaSetCreated', `Created new replica set "${name}"`),
  found: (name: string) => progressing('True', 'FoundNewReplicaSet', `Found new replica set "${name}"`),
  failed: (name: string, why: string) =>
    progressing('False', 'ReplicaSetCreateError', `Failed to create new replica set "${name}": ${why}`),
  moving: (what: string) => progressing('True', 'ReplicaSetUpdated', `${what} is progressing.`),
  complete: (what: string) => progressing('True', 'NewReplicaSetAvailable', `${what} has successfully progressed.`),
  timedOut: (what: string) => progressing('False', 'ProgressDeadlineExceeded', `${what} has timed out progressing.`),
  paused: progressing('Unknown', 'DeploymentPaused', 'Deployment is paused'),
  resumed: progressing('Unknown', 'DeploymentResumed', 'Deployment is resumed'),
} as const

export const availability = {
  enough: {
    type: 'Available',
    status: 'True',
    reason: 'MinimumReplicasAvailable',
    message: 'Deployment has minimum availability.',
  },
  tooFew: {
    type: 'Available',
    status: 'False',
    reason: 'MinimumReplicasUnavailable',
    message: 'Deployment does not have minimum availability.',
  },
} as const
