/** Decides the next action of a CronJob: a pure function of the object, its Jobs and the time. */
import type { Job } from 'kubewright/kubernetes/batch/v1'
import type { CronJob } from './cron-job.ts'
import { lastDue } from './cron-schedule.ts'
import { progressOf, scheduledAt } from './run.ts'

export type Decision =
  | { readonly kind: 'wait' }
  | { readonly kind: 'skip'; readonly reason: 'MissedDeadline' | 'JobAlreadyActive'; readonly at: Date }
  | { readonly kind: 'start'; readonly at: Date; readonly replaces: readonly Job[] }

export function decide(cronJob: CronJob, jobs: readonly Job[], now: Date): Decision {
  const { schedule, suspend, startingDeadlineSeconds, concurrencyPolicy } = cronJob.spec
  if (suspend) return { kind: 'wait' }
  const at = lastDue(schedule, lastSchedule(cronJob, jobs) ?? new Date(cronJob.metadata.creationTimestamp), now)
  if (at === undefined) return { kind: 'wait' }
  const latest = at.getTime() + (startingDeadlineSeconds ?? Number.POSITIVE_INFINITY) * 1000
  if (latest < now.getTime()) return { kind: 'skip', reason: 'MissedDeadline', at }
  const active = jobs.filter((job) => progressOf(job) === 'active')
  if (concurrencyPolicy === 'Forbid' && active.length > 0) return { kind: 'skip', reason: 'JobAlreadyActive', at }
  return { kind: 'start', at, replaces: concurrencyPolicy === 'Replace' ? active : [] }
}

/** The latest run that was started. Reads both sources: the status may lag behind after a crash, and old Jobs have been deleted. */
export function lastSchedule({ status }: CronJob, jobs: readonly Job[]): Date | undefined {
  const recorded = status?.lastScheduleTime
  const times = [
    ...(recorded === undefined ? [] : [new Date(recorded)]),
    ...jobs.flatMap((job) => scheduledAt(job) ?? []),
  ]
  return times.length === 0 ? undefined : times.reduce((latest, time) => (time > latest ? time : latest))
}

/**
 * Finished Jobs beyond the limits, oldest first. Keeps a run that is not in the status yet: deleting it would lose the only
 * record and start it again.
 */
export function outdated({ spec, status }: CronJob, jobs: readonly Job[]): readonly Job[] {
  const recorded = new Date(status?.lastScheduleTime ?? 0)
  const beyond = (progress: 'successful' | 'failed', limit: number) => {
    const finished = jobs.filter((job) => progressOf(job) === progress).sort(byScheduledTime)
    return finished.slice(0, Math.max(finished.length - limit, 0))
  }
  return [
    ...beyond('successful', spec.successfulJobsHistoryLimit),
    ...beyond('failed', spec.failedJobsHistoryLimit),
  ].filter((job) => (scheduledAt(job) ?? recorded) <= recorded)
}

function byScheduledTime(a: Job, b: Job): number {
  return (scheduledAt(a)?.getTime() ?? 0) - (scheduledAt(b)?.getTime() ?? 0)
}
