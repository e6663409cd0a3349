/** The failures of each index in a Job with `backoffLimitPerIndex`, and the indexes that have exceeded it. Pure. */
import type { Job, Pod } from '@kubewright/kubernetes'
import { indexFailureCountAnnotation } from '../../names.ts'
import { isActive } from '../pod-state.ts'
import { parseIndexes } from './index-list.ts'
import { endOf, hasFailed, indexOf, isTracked } from './job-pods.ts'
import { conditionOf } from './job-state.ts'
import { failureRule } from './pod-failure-policy.ts'

export interface IndexFailures {
  /** Indexes that are not retried. */
  readonly failed: ReadonlySet<number>
  /** The number of failures of each other index, and the time of the last one. */
  readonly attempts: ReadonlyMap<number, { readonly count: number; readonly lastAt: number }>
  /** Uids of pods that are not counted yet: the next pod of their index takes the failure count from them. */
  readonly kept: ReadonlySet<string>
}

export function limitsPerIndex({ spec }: Job): number | undefined {
  return spec.completionMode === 'Indexed' ? spec.backoffLimitPerIndex : undefined
}

export function indexFailures(job: Job, pods: readonly Pod[]): IndexFailures {
  const limit = limitsPerIndex(job)
  if (limit === undefined) return { failed: new Set(), attempts: new Map(), kept: new Set() }
  const failed = new Set(parseIndexes(job.status?.failedIndexes))
  const attempts = new Map<number, { count: number; lastAt: number; uid: string }>()
  for (const pod of pods) {
    const [index, rule] = [indexOf(pod), failureRule(job, pod)]
    if (index === undefined || !hasFailed(job, pod)) continue
    const count = failureCountOf(pod) + (rule?.action === 'Ignore' ? 0 : 1)
    if (rule?.action === 'FailIndex' || count > limit) failed.add(index)
    const before = attempts.get(index)
    if (before === undefined || count > before.count || endOf(pod) > before.lastAt)
      attempts.set(index, { count, lastAt: endOf(pod), uid: pod.metadata.uid })
  }
  return { failed, attempts, kept: keptPods(job, pods, { failed, attempts }) }
}

function keptPods(
  job: Job,
  pods: readonly Pod[],
  { failed, attempts }: { failed: ReadonlySet<number>; attempts: ReadonlyMap<number, { readonly uid: string }> },
): ReadonlySet<string> {
  const isDecided =
    conditionOf(job, 'FailureTarget') !== undefined || conditionOf(job, 'SuccessCriteriaMet') !== undefined
  if (isDecided) return new Set()
  const succeeded = parseIndexes(job.status?.completedIndexes)
  const replaced = new Set(pods.filter(isActive).map(indexOf))
  const waiting = [...attempts].filter(([index]) => !failed.has(index) && !succeeded.has(index) && !replaced.has(index))
  const uids = new Set(waiting.map(([, { uid }]) => uid))
  return new Set(pods.filter((pod) => isTracked(pod) && uids.has(pod.metadata.uid)).map(({ metadata }) => metadata.uid))
}

function failureCountOf({ metadata }: Pod): number {
  const text = metadata.annotations?.[indexFailureCountAnnotation]
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 0
}
