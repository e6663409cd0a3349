/** The next actions of a Job. Pure. */
import { backOffMs, parseTime } from '@kubewright/core/time'
import type { Job, Pod } from '@kubewright/kubernetes'
import { isActive, isGoing, restartsOf } from '../pod-state.ts'
import { endOf, hasFailed, hasSucceeded, indexOf, isIndexed, replacesOnlyFailed } from './job-pods.ts'
import { conditionOf, isSuspended } from './job-state.ts'
import { type Tally, totals } from './job-tally.ts'
import { limitsPerIndex } from './index-failures.ts'
import { matchedSuccess } from './success-policy.ts'
import { failureRule } from './pod-failure-policy.ts'

/** The outcome of a Job. */
export interface JobVerdict {
  readonly type: 'Complete' | 'Failed'
  readonly reason: string
  readonly message: string
}

export interface JobPlan {
  /** The pods to create, by their index if the Job is indexed. */
  readonly create: readonly (number | undefined)[]
  readonly remove: readonly Pod[]
  readonly verdict: JobVerdict | undefined
  /** When to reconcile again, in milliseconds from now. */
  readonly againMs: number | undefined
}

export interface JobSituation {
  readonly pods: readonly Pod[]
  readonly tally: Tally
  readonly now: number
}

export function planJob(job: Job, situation: JobSituation): JobPlan {
  const active = situation.pods.filter(isActive)
  const verdict = verdictOn(job, situation)
  if (verdict !== undefined) return { create: [], remove: active, verdict, againMs: undefined }
  if (isSuspended(job)) return { create: [], remove: active, verdict, againMs: undefined }
  const againMs = untilDeadline(job, situation.now)
  if (isGoing(job)) return { create: [], remove: [], verdict, againMs: undefined }
  const missing = wantedActive(job, situation, active.length) - occupied(job, situation.pods)
  if (missing <= 0) return { create: [], remove: leastWorthy(active).slice(0, Math.abs(missing)), verdict, againMs }
  if (limitsPerIndex(job) !== undefined) return planIndexes(job, situation, { missing, againMs })
  const waitMs = untilRetry(situation, job)
  if (waitMs > 0) return { create: [], remove: [], verdict, againMs: Math.min(waitMs, againMs ?? waitMs) }
  return { create: places(job, situation, missing), remove: [], verdict, againMs }
}

/** Each index has its own back-off. */
function planIndexes(
  job: Job,
  situation: JobSituation,
  { missing, againMs }: { readonly missing: number; readonly againMs: number | undefined },
): JobPlan {
  const { attempts } = situation.tally.failures
  const open = places(job, situation, Number.POSITIVE_INFINITY)
  const waits = open.map((index) => {
    const { count = 0, lastAt = 0 } = attempts.get(index!) ?? {}
    return { index, waitMs: count === 0 ? 0 : lastAt + backoffAfter(count) - situation.now }
  })
  const create = waits.filter(({ waitMs }) => waitMs <= 0).slice(0, missing)
  const later = waits.filter(({ waitMs }) => waitMs > 0).map(({ waitMs }) => waitMs)
  const next = Math.min(againMs ?? Number.POSITIVE_INFINITY, ...(create.length < missing ? later : []))
  return {
    create: create.map(({ index }) => index),
    remove: [],
    verdict: undefined,
    againMs: Number.isFinite(next) ? next : undefined,
  }
}

/** A verdict is final once it is written. */
function verdictOn(job: Job, situation: JobSituation): JobVerdict | undefined {
  const doomed = conditionOf(job, 'FailureTarget')
  const { reason = '', message = '' } = doomed ?? {}
  if (doomed !== undefined) return { type: 'Failed', reason, message }
  const met = conditionOf(job, 'SuccessCriteriaMet')
  if (met !== undefined) return { type: 'Complete', reason: met.reason ?? '', message: met.message ?? '' }
  return failureOf(job, situation) ?? successOf(job, situation)
}

function successOf(job: Job, situation: JobSituation): JobVerdict | undefined {
  const message = matchedSuccess(job, situation.tally.completed)
  if (message !== undefined) return { type: 'Complete', reason: 'SuccessPolicy', message }
  return isComplete(job, situation) ? complete : undefined
}

const complete: JobVerdict = {
  type: 'Complete',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
}

function failed(reason: string, message: string): JobVerdict {
  return { type: 'Failed', reason, message }
}

function failureOf(job: Job, { pods, tally, now }: JobSituation): JobVerdict | undefined {
  const rule = pods.map((pod) => failureRule(job, pod)).find((one) => one?.action === 'FailJob')
  if (rule !== undefined) return failed('PodFailurePolicy', rule.message)
  const { backoffLimit = 6, template } = job.spec
  const restarts = template.spec.restartPolicy === 'OnFailure' ? restartsIn(pods) : 0
  const isSpent = totals(tally).failed > backoffLimit || (restarts > 0 && restarts >= backoffLimit)
  if (isSpent) return failed('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
  const lost = failureOfIndexes(job, tally)
  if (lost !== undefined) return lost
  const left = isSuspended(job) ? undefined : untilDeadline(job, now)
  const isLate = left !== undefined && left <= 0
  return isLate ? failed('DeadlineExceeded', 'Job was active longer than specified deadline') : undefined
}

/** Too many indexes have failed; or some have, and no other is left to run. */
function failureOfIndexes({ spec }: Job, { failures: { failed: lost }, completed }: Tally): JobVerdict | undefined {
  const { maxFailedIndexes, completions = 0 } = spec
  if (maxFailedIndexes !== undefined && lost.size > maxFailedIndexes)
    return failed('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes')
  const isOver = lost.size > 0 && lost.size + completed.size >= completions
  return isOver ? failed('FailedIndexes', 'Job has failed indexes') : undefined
}

/** Container restarts count as failures too. */
function restartsIn(pods: readonly Pod[]): number {
  return pods.filter(isActive).reduce((sum, pod) => sum + restartsOf(pod), 0)
}

/** Without `completions` one success suffices, once all pods have finished. */
function isComplete(job: Job, { pods, tally }: JobSituation): boolean {
  const { succeeded } = totals(tally)
  const { completions } = job.spec
  return completions === undefined ? succeeded > 0 && !pods.some(isActive) : succeeded >= completions
}

/** The time until the active deadline. */
function untilDeadline({ spec, status }: Job, now: number): number | undefined {
  const { activeDeadlineSeconds } = spec
  if (activeDeadlineSeconds === undefined) return undefined
  const start = status?.startTime === undefined ? now : parseTime(status.startTime)
  return start + activeDeadlineSeconds * 1_000 - now
}

function wantedActive(
  { spec: { completions, parallelism = 1 } }: Job,
  { tally }: JobSituation,
  active: number,
): number {
  const { succeeded } = totals(tally)
  if (completions === undefined) return succeeded > 0 ? active : parallelism
  return Math.max(0, Math.min(completions - succeeded - tally.failures.failed.size, parallelism))
}

/** The number of occupied places. */
function occupied(job: Job, pods: readonly Pod[]): number {
  return pods.filter((pod) => isActive(pod) || (replacesOnlyFailed(job) && isGoing(pod) && !hasEnded(pod))).length
}

function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed'
}

/** Pods to remove first: those that do not run yet, then the youngest. */
function leastWorthy(pods: readonly Pod[]): readonly Pod[] {
  const rank = ({ status }: Pod) => (status?.phase === 'Running' ? 1 : 0)
  return [...pods].sort(
    (one, two) =>
      rank(one) - rank(two) ||
      parseTime(two.metadata.creationTimestamp) - parseTime(one.metadata.creationTimestamp) ||
      (one.metadata.uid < two.metadata.uid ? -1 : 1),
  )
}

/** The lowest indexes that have neither succeeded or failed, nor a pod. */
function places(job: Job, { pods, tally }: JobSituation, count: number): readonly (number | undefined)[] {
  if (!isIndexed(job)) return Array<undefined>(count).fill(undefined)
  const keepsPlace = (pod: Pod) => isActive(pod) || (replacesOnlyFailed(job) && isGoing(pod) && !hasEnded(pod))
  const taken = new Set(pods.filter(keepsPlace).map(indexOf))
  const all = Array.from({ length: job.spec.completions ?? 0 }, (_, index) => index)
  const { failed: lost } = tally.failures
  return all.filter((index) => !tally.completed.has(index) && !taken.has(index) && !lost.has(index)).slice(0, count)
}

const firstBackoffMs = 10_000
const longestBackoffMs = 600_000

/** Exponential back-off after failures; a success resets it. */
function untilRetry({ pods, now }: JobSituation, job: Job): number {
  const ended = pods
    .filter((pod) => hasSucceeded(pod) || hasFailed(job, pod))
    .map((pod) => ({ at: endOf(pod), isFailure: hasFailed(job, pod) }))
    .sort((one, two) => two.at - one.at)
  const successAt = ended.findIndex(({ isFailure }) => !isFailure)
  const failures = successAt < 0 ? ended.length : successAt
  if (failures === 0) return 0
  return ended[0]!.at + backoffAfter(failures) - now
}

function backoffAfter(failures: number): number {
  return backOffMs(failures, firstBackoffMs, longestBackoffMs)
}
