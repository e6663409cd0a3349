/**
 * The phase of a component, derived from its object.
 *
 * Starting and crashed look alike in most objects. The previous phase distinguishes them: a component that was running and no longer is
 * has crashed. The previous phase is stored in the status of the stack; without it a component counts as starting, which only means a
 * longer wait.
 */
import type { Deployment, PersistentVolumeClaim, StatefulSet } from '@kubewright/kubernetes'
import type { Component } from './component.ts'

/** The phase of a component. */
export type Phase = 'absent' | 'starting' | 'running' | 'crashed'

/** The observed state of a component. */
export interface ComponentObservation {
  readonly phase: Phase
  /** Whether it is fully rolled out and all replicas are ready. */
  readonly isComplete: boolean
  /** Human-readable. */
  readonly message?: string | undefined
  /** Whether the workload reports a failed rollout. */
  readonly hasFailed?: boolean | undefined
  /** Whether all replicas were ready before a change that the workload's controller has not observed yet. */
  readonly isPending?: boolean | undefined
}

const absent: ComponentObservation = { phase: 'absent', isComplete: false }

/** The phase of a component, from its object, if any, and its previous phase. */
export function observeComponent(
  component: Component,
  object: unknown,
  previous: Phase | undefined,
): ComponentObservation {
  if (object === undefined) return absent
  if (component.type === 'volume') return claimObservation(object as PersistentVolumeClaim)
  if (component.type === 'cascade') return cascadeObservation(component.isReady(object as never), previous)
  return component.settings.workload === 'StatefulSet'
    ? workloadObservation(statefulSetCounts(object as StatefulSet), previous)
    : workloadObservation(deploymentCounts(object as Deployment), previous)
}

/** A claim may wait for its first consumer, so an existing one counts as running unless its volume is lost. */
function claimObservation({ status, metadata }: PersistentVolumeClaim): ComponentObservation {
  if (metadata.deletionTimestamp !== undefined)
    return { phase: 'crashed', isComplete: false, message: 'the claim is being deleted' }
  if (status?.phase === 'Lost')
    return { phase: 'crashed', isComplete: false, message: 'the volume of the claim is lost' }
  return { phase: 'running', isComplete: true }
}

function cascadeObservation(isReady: boolean, previous: Phase | undefined): ComponentObservation {
  if (isReady) return { phase: 'running', isComplete: true }
  const message = 'its conditions do not say that it is ready'
  return { phase: isDown(previous) ? 'crashed' : 'starting', isComplete: false, message }
}

interface Counts {
  readonly wanted: number
  readonly ready: number
  readonly updated: number
  /** Replicas of the old and the new revision together. */
  readonly total: number
  readonly isObserved: boolean
  /** Whether enough replicas are available, of any revision. */
  readonly isAvailable: boolean
  /** The state of the last rollout, as the workload reports it. */
  readonly rollout: 'done' | 'failed' | 'underway' | 'unknown'
}

function deploymentCounts({ metadata, spec, status }: Deployment): Counts {
  const conditionOf = (type: string) => status?.conditions?.find((condition) => condition.type === type)
  const reason = conditionOf('Progressing')?.reason
  const [wanted, updated] = [spec.replicas ?? 1, status?.updatedReplicas ?? 0]
  const rollout = rollouts.get(reason ?? '') ?? 'underway'
  return {
    wanted,
    ready: status?.readyReplicas ?? 0,
    updated,
    total: status?.replicas ?? 0,
    isObserved: (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0),
    isAvailable: conditionOf('Available')?.status === 'True',
    // The reason of the last rollout stays until the next one has created its first pods.
    rollout: rollout === 'done' && updated < wanted ? 'underway' : rollout,
  }
}

const rollouts = new Map<string, Counts['rollout']>([
  ['NewReplicaSetAvailable', 'done'],
  ['ProgressDeadlineExceeded', 'failed'],
])

function statefulSetCounts({ metadata, spec, status }: StatefulSet): Counts {
  const ready = status?.readyReplicas ?? 0
  return {
    wanted: spec.replicas ?? 1,
    ready,
    updated: status?.updatedReplicas ?? status?.currentReplicas ?? 0,
    total: status?.replicas ?? 0,
    isObserved: (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0),
    isAvailable: ready > 0,
    // A StatefulSet does not report whether its first rollout has finished.
    rollout: status?.updateRevision === status?.currentRevision ? 'unknown' : 'underway',
  }
}

function workloadObservation(counts: Counts, previous: Phase | undefined): ComponentObservation {
  const { wanted, ready, updated, total, isObserved, isAvailable, rollout } = counts
  // Without numbers: they would cause a status write with every pod.
  const message = 'not all replicas are ready'
  const hasFailed = isObserved && rollout === 'failed'
  const isFull = ready >= wanted && updated >= wanted && total <= updated
  if (isObserved && isFull) return { phase: 'running', isComplete: true }
  // A running component keeps running during an update or a scale.
  if ((isAvailable || !isObserved) && previous === 'running')
    return { phase: 'running', isComplete: false, message, hasFailed, ...(isFull && { isPending: true }) }
  const hasCrashed = rollout === 'unknown' ? isDown(previous) : isObserved && hasEnded(rollout, previous)
  return { phase: hasCrashed ? 'crashed' : 'starting', isComplete: false, message, hasFailed }
}

/** A rollback to existing pods is reported as done before they are ready: a starting component has until its start deadline. */
function hasEnded(rollout: Counts['rollout'], previous: Phase | undefined): boolean {
  return rollout === 'failed' || (rollout === 'done' && previous !== 'starting')
}

/** Whether a component that is not ready has crashed. */
function isDown(previous: Phase | undefined): boolean {
  return previous === 'running' || previous === 'crashed'
}
