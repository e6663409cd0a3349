/** What the pods of a job tell it. Pure. */
import { parseTime } from '@kubewright/core'
import type { Job, Pod } from '@kubewright/kubernetes'
import { completionIndexAnnotation, trackingFinalizer } from '../../names.ts'
import { isGoing } from '../pod-state.ts'

/** It has not been counted yet, or at least nobody said so. */
export function isTracked({ metadata }: Pod): boolean {
  return metadata.finalizers?.includes(trackingFinalizer) === true
}

export function hasSucceeded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded'
}

/** A pod that was deleted counts as failed: it will not come to an end of its own. Unless only real failures count. */
export function hasFailed(job: Job, pod: Pod): boolean {
  if (pod.status?.phase === 'Failed') return true
  return !replacesOnlyFailed(job) && isGoing(pod) && !hasSucceeded(pod)
}

/** Pods that are about to go keep their place until they are gone. */
export function replacesOnlyFailed({ spec }: Job): boolean {
  return spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined
}

export function isIndexed({ spec }: Job): boolean {
  return spec.completionMode === 'Indexed'
}

export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[completionIndexAnnotation]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

/** When it ended, as far as it says; otherwise when it was made. */
export function endOf({ metadata, status }: Pod): number {
  const times = (status?.containerStatuses ?? []).map(({ state }) => state?.terminated?.finishedAt)
  const ends = [...times, metadata.deletionTimestamp].filter((time) => typeof time === 'string').map(parseTime)
  return Math.max(parseTime(metadata.creationTimestamp), ...ends)
}
