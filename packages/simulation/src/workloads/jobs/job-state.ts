/** The state of a Job. Pure. */
import { formatTime } from '@kubewright/core/time'
import type { Job } from '@kubewright/kubernetes'
import type { JobCondition } from '@kubewright/kubernetes/batch/v1'

/** A condition with status `True`. */
export function conditionOf({ status }: Pick<Job, 'status'>, type: string): JobCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type && condition.status === 'True')
}

/** The final condition, if the Job has finished. */
export function endingOf(job: Pick<Job, 'status'>): JobCondition | undefined {
  return conditionOf(job, 'Complete') ?? conditionOf(job, 'Failed')
}

export function isSuspended({ spec }: Job): boolean {
  return spec.suspend === true
}

type News = Pick<JobCondition, 'type' | 'status' | 'reason' | 'message'>

/** A condition with the same status and reason is unchanged. */
export function withCondition(conditions: readonly JobCondition[], news: News, now: number): readonly JobCondition[] {
  const before = conditions.find(({ type }) => type === news.type)
  if (before?.status === news.status && before.reason === news.reason) return conditions
  const time = formatTime(now)
  const next = { ...news, lastProbeTime: time, lastTransitionTime: time }
  return before === undefined ? [...conditions, next] : conditions.map((one) => (one === before ? next : one))
}
