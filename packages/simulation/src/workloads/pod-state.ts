/** What a pod's status says about it. Pure. */
import { parseTime } from '@kubewright/core'
import type { Pod } from '@kubewright/kubernetes'

/** It has ended, well or not, and will not run again. */
export function isFinished({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed'
}

export function isGoing({ metadata }: { readonly metadata: { readonly deletionTimestamp?: string } }): boolean {
  return metadata.deletionTimestamp !== undefined
}

/** It runs, or will: what controllers count. */
export function isActive(pod: Pod): boolean {
  return !isFinished(pod) && !isGoing(pod)
}

export function isReady(pod: Pod): boolean {
  return readyCondition(pod)?.status === 'True'
}

/** Since when it is ready, in milliseconds since the Unix epoch; `undefined` if it is not, or nobody says. */
export function readySince(pod: Pod): number | undefined {
  const condition = readyCondition(pod)
  if (condition?.status !== 'True') return undefined
  const { lastTransitionTime } = condition
  return typeof lastTransitionTime === 'string' ? parseTime(lastTransitionTime) : undefined
}

/** When a pod that is ready has been so for `minReadySeconds`; `undefined` if it is not ready. */
export function availableAt(pod: Pod, minReadySeconds: number): number | undefined {
  if (!isReady(pod)) return undefined
  if (minReadySeconds === 0) return 0
  const since = readySince(pod)
  return since === undefined ? undefined : since + minReadySeconds * 1_000
}

export function isAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  const at = availableAt(pod, minReadySeconds)
  return at !== undefined && at <= now
}

/** How long until the next of the pods becomes available by staying ready; `undefined` if none waits for that. */
export function untilNextAvailable(pods: readonly Pod[], minReadySeconds: number, now: number): number | undefined {
  const waits = pods.map((pod) => (availableAt(pod, minReadySeconds) ?? 0) - now).filter((wait) => wait > 0)
  return waits.length === 0 ? undefined : Math.min(...waits)
}

/** How often its containers were started again: of the one that was most often. */
export function restartsOf({ status }: Pod): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount))
}

function readyCondition({ status }: Pod) {
  return status?.conditions?.find(({ type }) => type === 'Ready')
}
