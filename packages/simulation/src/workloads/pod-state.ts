/** The state of a pod, derived from its status. Pure. */
import { parseTime } from '@kubewright/core/time'
import type { Pod } from '@kubewright/kubernetes'

/** The pod has succeeded or failed, and will not run again. */
export function isFinished({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed'
}

export function isGoing({ metadata }: { readonly metadata: { readonly deletionTimestamp?: string } }): boolean {
  return metadata.deletionTimestamp !== undefined
}

/** The pod runs or will run: the pods that controllers count. */
export function isActive(pod: Pod): boolean {
  return !isFinished(pod) && !isGoing(pod)
}

export function isReady(pod: Pod): boolean {
  return readyCondition(pod)?.status === 'True'
}

/** Since when it is ready, in milliseconds since the Unix epoch; `undefined` if it is not ready, or the time is unknown. */
export function readySince(pod: Pod): number | undefined {
  const condition = readyCondition(pod)
  if (condition?.status !== 'True') return undefined
  const { lastTransitionTime } = condition
  return typeof lastTransitionTime === 'string' ? parseTime(lastTransitionTime) : undefined
}

/** When a ready pod becomes available after `minReadySeconds`; `undefined` if it is not ready. */
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

/** The time until the next pod becomes available; `undefined` if none is waiting. */
export function untilNextAvailable(pods: readonly Pod[], minReadySeconds: number, now: number): number | undefined {
  const waits = pods.map((pod) => (availableAt(pod, minReadySeconds) ?? 0) - now).filter((wait) => wait > 0)
  return waits.length === 0 ? undefined : Math.min(...waits)
}

/** The highest restart count of its containers. */
export function restartsOf({ status }: Pod): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount))
}

function readyCondition({ status }: Pod) {
  return status?.conditions?.find(({ type }) => type === 'Ready')
}
