/**
 * Counts the succeeded and failed pods of a Job exactly once, despite crashes in between. Pure.
 *
 * The uid of a finished pod is first recorded in the status; then its finalizer is removed; then it is counted and the record removed.
 * After a crash at any point, the record and the finalizer show how far the count was.
 */
import type { Job, Pod } from '@kubewright/kubernetes'
import { type IndexFailures, indexFailures, limitsPerIndex } from './index-failures.ts'
import { formatIndexes, parseIndexes } from './index-list.ts'
import { hasFailed, hasSucceeded, indexOf, isIndexed, isTracked } from './job-pods.ts'
import { failureRule } from './pod-failure-policy.ts'

export interface Tally {
  /** Counted for good. */
  readonly succeeded: number
  readonly failed: number
  /** Recorded, but not counted yet, by uid. */
  readonly uncounted: { readonly succeeded: readonly string[]; readonly failed: readonly string[] }
  /** The succeeded indexes of an indexed Job. */
  readonly completed: ReadonlySet<number>
  /** The failures of each index, for a Job that limits them. */
  readonly failures: IndexFailures
}

export function tally(job: Job, pods: readonly Pod[]): Tally {
  const { status = {} } = job
  const tracked = pods.filter(isTracked)
  const uids = new Set(tracked.map(({ metadata }) => metadata.uid))
  const before = status.uncountedTerminatedPods ?? {}
  const split = (noted: readonly string[] = []) => ({
    over: noted.filter((uid) => !uids.has(uid)).length,
    open: noted.filter((uid) => uids.has(uid)),
  })
  const [succeeded, failed] = [split(before.succeeded), split(before.failed)]
  const newly = (isEnded: (pod: Pod) => boolean, noted: readonly string[]) =>
    tracked.filter((pod) => isEnded(pod) && !noted.includes(pod.metadata.uid)).map(({ metadata }) => metadata.uid)
  const isIgnored = (pod: Pod) => failureRule(job, pod)?.action === 'Ignore'
  const failures = indexFailures(job, pods)
  const isCounted = (pod: Pod) => !isIgnored(pod) && !failures.kept.has(pod.metadata.uid)
  const newlyFailed = newly((pod) => hasFailed(job, pod) && isCounted(pod), failed.open)
  const numbered = isIndexed(job)
  const completed = numbered ? completedIndexes(job, tracked) : new Set<number>()
  return {
    succeeded: numbered ? completed.size : (status.succeeded ?? 0) + succeeded.over,
    failed: (status.failed ?? 0) + failed.over,
    uncounted: {
      succeeded: numbered ? [] : [...succeeded.open, ...newly(hasSucceeded, succeeded.open)],
      failed: [...failed.open, ...newlyFailed],
    },
    completed,
    failures,
  }
}

function completedIndexes({ spec, status }: Job, pods: readonly Pod[]): ReadonlySet<number> {
  const { completions = 0 } = spec
  const fresh = pods.filter(hasSucceeded).map(indexOf)
  const all = [...parseIndexes(status?.completedIndexes), ...fresh]
  return new Set(all.filter((index): index is number => index !== undefined && index < completions))
}

/** Whether a finished pod has not been counted yet. */
export function isToBeCounted(job: Job, pods: readonly Pod[]): boolean {
  const { succeeded = [], failed = [] } = job.status?.uncountedTerminatedPods ?? {}
  const { kept } = indexFailures(job, pods)
  const isEnded = (pod: Pod) =>
    isTracked(pod) && !kept.has(pod.metadata.uid) && (hasSucceeded(pod) || hasFailed(job, pod))
  return succeeded.length + failed.length > 0 || pods.some(isEnded)
}

/** Includes `uncounted` pods. */
export function totals({ succeeded, failed, uncounted }: Tally) {
  return { succeeded: succeeded + uncounted.succeeded.length, failed: failed + uncounted.failed.length }
}

/** Pods whose outcome is recorded, so that their finalizer can be removed. */
export function settledPods(job: Job, pods: readonly Pod[]): readonly Pod[] {
  const { uncountedTerminatedPods: noted = {}, completedIndexes: text } = job.status ?? {}
  const uids = new Set([...(noted.succeeded ?? []), ...(noted.failed ?? [])])
  const completed = parseIndexes(text)
  const { completions = 0 } = job.spec
  const { kept } = indexFailures(job, pods)
  return pods.filter((pod) => {
    if (!isTracked(pod) || kept.has(pod.metadata.uid)) return false
    if (uids.has(pod.metadata.uid) || (hasFailed(job, pod) && failureRule(job, pod)?.action === 'Ignore')) return true
    const index = indexOf(pod)
    const isNumbered = isIndexed(job) && hasSucceeded(pod)
    return isNumbered && (index === undefined || index >= completions || completed.has(index))
  })
}

/** The fields of the status. */
export function tallyStatus(job: Job, { succeeded, failed, uncounted, completed, failures }: Tally) {
  const list = (uids: readonly string[]) => (uids.length === 0 ? undefined : uids)
  const [one, two] = [list(uncounted.succeeded), list(uncounted.failed)]
  return {
    succeeded: succeeded === 0 ? undefined : succeeded,
    failed: failed === 0 ? undefined : failed,
    uncountedTerminatedPods: { ...(one && { succeeded: one }), ...(two && { failed: two }) },
    completedIndexes: isIndexed(job) && completed.size > 0 ? formatIndexes(completed) : undefined,
    failedIndexes: limitsPerIndex(job) === undefined ? undefined : formatIndexes(failures.failed),
  }
}
