/** The status of a Deployment. Pure. */
import { parseTime } from '@kubewright/core/time'
import type { Deployment, ReplicaSet } from '@kubewright/kubernetes'
import type { DeploymentStatus } from '@kubewright/kubernetes/apps/v1'
import { orNothing } from '../write-status.ts'
import {
  availability,
  conditionOf,
  type Conditions,
  progress,
  withCondition,
  withoutCondition,
  withRenewed,
} from './deployment-conditions.ts'
import type { History } from './replica-set-history.ts'
import { maxUnavailable } from './rolling-limits.ts'
import { totalOf } from './rolling-update.ts'

/** The value for no deadline: the largest 32-bit integer. */
const never = 2 ** 31 - 1

export function hasProgressDeadline({ spec }: Deployment): boolean {
  return spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== never
}

type Count = 'replicas' | 'readyReplicas' | 'availableReplicas'

/** The replica counts, and the `Available` condition. */
export function countedStatus(deployment: Deployment, { all, current }: History, now: number): DeploymentStatus {
  const { metadata, spec, status } = deployment
  const sum = (count: Count) => all.reduce((total, set) => total + (set.status?.[count] ?? 0), 0)
  const available = sum('availableReplicas')
  const isEnough = available >= (spec.replicas ?? 1) - maxUnavailable(deployment)
  const verdict = isEnough ? availability.enough : availability.tooFew
  return {
    observedGeneration: metadata.generation,
    replicas: orNothing(sum('replicas')),
    updatedReplicas: orNothing(current?.status?.replicas ?? 0),
    readyReplicas: orNothing(sum('readyReplicas')),
    availableReplicas: orNothing(available),
    unavailableReplicas: orNothing(Math.max(0, totalOf(all) - available)),
    collisionCount: status?.collisionCount,
    conditions: withCondition(status?.conditions ?? [], verdict, now),
  }
}

/** The counted status, with the progress of an update. */
export function rolloutStatus(deployment: Deployment, history: History, now: number): DeploymentStatus {
  const counted = countedStatus(deployment, history, now)
  const conditions = withFailures(progressOf(deployment, history, { status: counted, now }), history, now)
  return { ...counted, conditions }
}

export function isComplete({ metadata, spec: { replicas = 1 } }: Deployment, status: DeploymentStatus): boolean {
  const { updatedReplicas = 0, replicas: there = 0, availableReplicas = 0, observedGeneration = 0 } = status
  const numbers = [updatedReplicas, there, availableReplicas]
  return numbers.every((count) => count === replicas) && observedGeneration >= (metadata.generation ?? 0)
}

interface Judged {
  readonly status: DeploymentStatus
  readonly now: number
}

function progressOf(deployment: Deployment, { current }: History, { status, now }: Judged): Conditions {
  const { conditions = [] } = status
  if (!hasProgressDeadline(deployment)) return withoutCondition(conditions, 'Progressing')
  const before = conditionOf(deployment.status?.conditions, 'Progressing')
  const isDone = (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && before?.reason === 'NewReplicaSetAvailable'
  if (isDone) return conditions
  const what =
    current === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${current.metadata.name}"`
  if (isComplete(deployment, status)) return withCondition(conditions, progress.complete(what), now)
  if (hasMoved(deployment, status)) return withRenewed(conditions, progress.moving(what), now)
  if (isTimedOut(deployment, conditions, now)) return withCondition(conditions, progress.timedOut(what), now)
  return conditions
}

/** Compared with the previous status. */
function hasMoved({ status: before = {} }: Deployment, after: DeploymentStatus): boolean {
  const old = (one: DeploymentStatus) => (one.replicas ?? 0) - (one.updatedReplicas ?? 0)
  const more = (field: 'updatedReplicas' | 'readyReplicas' | 'availableReplicas') =>
    (after[field] ?? 0) > (before[field] ?? 0)
  return more('updatedReplicas') || old(after) < old(before) || more('readyReplicas') || more('availableReplicas')
}

function isTimedOut(deployment: Deployment, conditions: Conditions, now: number): boolean {
  const condition = conditionOf(conditions, 'Progressing')
  if (condition === undefined || condition.reason === 'NewReplicaSetAvailable') return false
  if (condition.reason === 'ProgressDeadlineExceeded') return true
  return deadlineOf(deployment, conditions)! < now
}

/** When the progress deadline is exceeded; `undefined` if it does not apply now. */
export function deadlineOf({ spec }: Deployment, conditions: Conditions | undefined): number | undefined {
  const condition = conditionOf(conditions, 'Progressing')
  const since = condition?.lastUpdateTime
  const { progressDeadlineSeconds = never } = spec
  if (typeof since !== 'string' || progressDeadlineSeconds === never) return undefined
  if (condition?.reason === 'NewReplicaSetAvailable' || condition?.reason === 'ProgressDeadlineExceeded')
    return undefined
  return parseTime(since) + progressDeadlineSeconds * 1_000
}

/** Reports the failure of a ReplicaSet to create pods: that of the current one first. */
function withFailures(conditions: Conditions, { current, old }: History, now: number): Conditions {
  const failure = [...(current === undefined ? [] : [current]), ...old].map(failureOf).find(Boolean)
  if (failure === undefined) return withoutCondition(conditions, 'ReplicaFailure')
  const { type, status, reason, message } = failure
  return withCondition(conditions, { type, status, reason, message }, now)
}

function failureOf({ status }: ReplicaSet) {
  return status?.conditions?.find(({ type }) => type === 'ReplicaFailure')
}
