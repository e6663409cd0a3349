/** The status of a Job. Pure. */
import { formatTime } from '@kubewright/core/time'
import type { Job, Pod } from '@kubewright/kubernetes'
import type { JobCondition, JobStatus } from '@kubewright/kubernetes/batch/v1'
import { isActive, isFinished, isGoing, isReady } from '../pod-state.ts'
import { orNothing } from '../write-status.ts'
import { isTracked } from './job-pods.ts'
import type { JobVerdict } from './job-plan.ts'
import { endingOf, isSuspended, withCondition } from './job-state.ts'
import { type Tally, tallyStatus } from './job-tally.ts'

export interface JobOutlook {
  readonly pods: readonly Pod[]
  readonly tally: Tally
  readonly verdict: JobVerdict | undefined
  readonly now: number
}

/** The outcome is announced first, and becomes final once no pod is active, terminating or uncounted. */
export function jobStatus(job: Job, { pods, tally, verdict, now }: JobOutlook): JobStatus {
  const active = pods.filter(isActive)
  const terminating = pods.filter((pod) => isGoing(pod) && !isFinished(pod)).length
  const isOver = verdict !== undefined && active.length + terminating === 0 && !pods.some(isTracked)
  const conditions = conditionsOf(job, { verdict, isOver, now })
  const isResumed = job.status?.conditions?.some(({ type, status }) => type === 'Suspended' && status === 'True')
  const startTime = isResumed === true ? undefined : job.status?.startTime
  const isComplete = isOver && verdict.type === 'Complete'
  return {
    ...tallyStatus(job, tally),
    startTime: isSuspended(job) && !isOver ? undefined : (startTime ?? formatTime(now)),
    active: orNothing(active.length),
    ready: active.filter(isReady).length,
    terminating,
    completionTime: isComplete ? formatTime(now) : undefined,
    conditions: conditions.length === 0 ? undefined : conditions,
  }
}

interface Ending {
  readonly verdict: JobVerdict | undefined
  readonly isOver: boolean
  readonly now: number
}

function conditionsOf(job: Job, { verdict, isOver, now }: Ending): readonly JobCondition[] {
  let { conditions = [] } = job.status ?? {}
  if (verdict === undefined) return withSuspension(job, conditions, now)
  const { type, reason, message } = verdict
  const announced = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget'
  conditions = withCondition(conditions, { type: announced, status: 'True', reason, message }, now)
  return isOver ? withCondition(conditions, { type, status: 'True', reason, message }, now) : conditions
}

function withSuspension(job: Job, conditions: readonly JobCondition[], now: number): readonly JobCondition[] {
  const type = 'Suspended'
  if (endingOf(job) !== undefined) return conditions
  if (isSuspended(job)) {
    return withCondition(conditions, { type, status: 'True', reason: 'JobSuspended', message: 'Job suspended' }, now)
  }
  const wasSuspended = conditions.some((one) => one.type === type && one.status === 'True')
  if (!wasSuspended) return conditions
  return withCondition(conditions, { type, status: 'False', reason: 'JobResumed', message: 'Job resumed' }, now)
}
