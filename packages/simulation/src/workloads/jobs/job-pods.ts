/** The state of a Job's pods. Pure. */
import { parseTime } from '@kubewright/core/time'
import type { Job, Pod } from '@kubewright/kubernetes'
import { completionIndexAnnotation, trackingFinalizer } from '../../names.ts'
import { isGoing } from '../pod-state.ts'

/** The pod still has the tracking finalizer: it may not have been counted yet. */
export function isTracked({ metadata }: Pod): boolean {
  return metadata.finalizers?.includes(trackingFinalizer) === true
}

export function hasSucceeded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded'
}

/** A deleted pod counts as failed, because it will not finish by itself; unless only failed pods are replaced. */
export function hasFailed(job: Job, pod: Pod): boolean {
  if (pod.status?.phase === 'Failed') return true
  return !replacesOnlyFailed(job) && isGoing(pod) && !hasSucceeded(pod)
}

/** Terminating pods keep their place until they are gone. */
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

/** When it ended, if known; otherwise when it was created. */
export function endOf({ metadata, status }: Pod): number {
  const times = (status?.containerStatuses ?? []).map(({ state }) => state?.terminated?.finishedAt)
  const ends = [...times, metadata.deletionTimestamp].filter((time) => typeof time === 'string').map(parseTime)
  return Math.max(parseTime(metadata.creationTimestamp), ...ends)
}
