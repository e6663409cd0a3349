/** Validation of a Job's status: valid terminal states, and no way out of them. */
import type { Job, JobStatus } from '@kubewright/kubernetes/batch/v1'
import { invalid, omitted, required } from '../../status/field-error.ts'
import { nonNegative, type Problems } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'
import { conditionIsTrue } from '../table/cells.ts'

type AnyJob = Unvalidated<Job>

export function* jobStatusProblems(job: AnyJob, old: AnyJob): Problems {
  const [status, before] = [job.status ?? {}, old.status ?? {}]
  for (const field of ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const) {
    yield* nonNegative(status[field], `status.${field}`)
  }
  yield* endProblems(status)
  yield* finishedProblems(status)
  yield* transitionProblems(status, before, job.spec?.suspend === true)
}

const is = (status: Unvalidated<JobStatus>, condition: string) => conditionIsTrue(status.conditions, condition)
const conditions = 'status.conditions'

/** Conditions that exclude or require one another. */
function* endProblems(status: Unvalidated<JobStatus>): Problems {
  const [isComplete, isFailed] = [is(status, 'Complete'), is(status, 'Failed')]
  const [hasTarget, hasCriteria] = [is(status, 'FailureTarget'), is(status, 'SuccessCriteriaMet')]
  const { completionTime, startTime } = status
  if (isComplete && isFailed) yield invalid(conditions, omitted, 'cannot set Complete=True and Failed=true conditions')
  if (isComplete && hasTarget) {
    yield invalid(conditions, omitted, 'cannot set Complete=True and FailureTarget=true conditions')
  }
  if (completionTime !== undefined && !isComplete) {
    const problem = 'cannot set completionTime when there is no Complete=True condition'
    yield invalid('status.completionTime', completionTime, problem)
  }
  if (completionTime === undefined && isComplete) {
    yield required('status.completionTime', 'completionTime is required for Complete jobs')
  }
  if (startTime !== undefined && completionTime !== undefined && completionTime < startTime) {
    yield invalid('status.completionTime', completionTime, 'must be equal to or after `startTime`')
  }
  if (isFailed && !hasTarget) {
    yield invalid(conditions, omitted, 'cannot set Failed=True condition without the FailureTarget=true condition')
  }
  if (isComplete && !hasCriteria) {
    yield invalid(
      conditions,
      omitted,
      'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    )
  }
}

function* finishedProblems(status: Unvalidated<JobStatus>): Problems {
  const { active = 0, startTime, terminating = 0, ready, uncountedTerminatedPods: uncounted } = status
  if (is(status, 'Complete') || is(status, 'Failed')) {
    if (active > 0) yield invalid('status.active', active, 'active>0 is invalid for finished job')
    if (startTime === undefined) yield required('status.startTime', 'startTime is required for finished job')
    if ((uncounted?.failed ?? []).length + (uncounted?.succeeded ?? []).length > 0) {
      const shown = { Succeeded: uncounted?.succeeded ?? null, Failed: uncounted?.failed ?? null }
      yield invalid('status.uncountedTerminatedPods', shown, 'must be empty for finished job')
    }
    if (terminating > 0) yield invalid('status.terminating', terminating, 'terminating>0 is invalid for finished job')
  }
  if (ready !== undefined && ready > active)
    yield invalid('status.ready', ready, 'cannot set more ready pods than active')
  if (!is(status, 'SuccessCriteriaMet')) return
  for (const other of ['Failed', 'FailureTarget']) {
    if (is(status, other)) {
      yield invalid(conditions, omitted, `cannot set SuccessCriteriaMet=True and ${other}=true conditions`)
    }
  }
}

/** Terminal conditions and counters must not be reverted. */
function* transitionProblems(
  status: Unvalidated<JobStatus>,
  before: Unvalidated<JobStatus>,
  isSuspended: boolean,
): Problems {
  for (const condition of ['Failed', 'Complete', 'FailureTarget']) {
    if (is(before, condition) && !is(status, condition)) {
      yield invalid(conditions, omitted, `cannot disable the terminal ${condition}=True condition`)
    }
  }
  for (const count of ['failed', 'succeeded'] as const) {
    if ((status[count] ?? 0) < (before[count] ?? 0)) {
      yield invalid(`status.${count}`, status[count] ?? 0, `cannot decrease the ${count} counter`)
    }
  }
  const { completionTime, startTime } = status
  if (completionTime !== undefined && before.completionTime !== undefined && completionTime !== before.completionTime) {
    yield invalid('status.completionTime', completionTime, 'field is immutable')
  }
  if (before.startTime !== undefined && before.startTime !== startTime && !isSuspended) {
    yield invalid('status.startTime', startTime ?? null, 'field is immutable for unsuspended job once set')
  }
  if (is(before, 'SuccessCriteriaMet') && !is(status, 'SuccessCriteriaMet')) {
    yield invalid(conditions, omitted, 'cannot disable the SuccessCriteriaMet=True condition')
  }
}
