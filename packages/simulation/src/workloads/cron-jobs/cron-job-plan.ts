/** The next actions of a CronJob. Pure. */
import { ownerReferenceTo } from '@kubewright/core'
import { formatTime, parseTime } from '@kubewright/core/time'
import { formatZoneTime, isTimeZone, missedTimes, mostMissed, nextTime, parseCron } from '@kubewright/core/cron'
import type { CronJob, Job, JobInput } from '@kubewright/kubernetes'
import { scheduledTimeAnnotation } from '../../names.ts'
import { isGoing } from '../pod-state.ts'
import { endingOf } from '../jobs/job-state.ts'

export interface CronJobEvent {
  readonly type: 'normal' | 'warning'
  readonly reason: string
  readonly note: string
}

export interface CronJobPlan {
  /** Jobs that the new one replaces. */
  readonly remove: readonly Job[]
  readonly create: JobInput | undefined
  /** The schedule time being handled, in milliseconds since the Unix epoch. */
  readonly scheduledAt: number | undefined
  readonly events: readonly CronJobEvent[]
  readonly againMs: number | undefined
}

const idle: CronJobPlan = { remove: [], create: undefined, scheduledAt: undefined, events: [], againMs: undefined }

/** @param active its unfinished Jobs */
export function planCronJob(cronJob: CronJob, active: readonly Job[], now: number): CronJobPlan {
  const { schedule: text, timeZone: zone = 'UTC', suspend = false } = cronJob.spec
  if (isGoing(cronJob) || suspend) return idle
  if (!isTimeZone(zone)) {
    return told(idle, 'UnknownTimeZone', `invalid timeZone: ${JSON.stringify(zone)}: unknown time zone ${zone}`)
  }
  const schedule = parseCron(text)
  if (schedule.type === 'problem') {
    return told(idle, 'UnparseableSchedule', `unparseable schedule: ${JSON.stringify(text)} : ${schedule.message}`)
  }
  const due = missedTimes(schedule, sinceWhen(cronJob, now), { now, zone })
  const next = nextTime(schedule, now, zone)
  const waiting: CronJobPlan = { ...idle, againMs: next === undefined ? undefined : next - now }
  if (due.latest === undefined) return waiting
  const late = due.count === mostMissed ? told(waiting, 'TooManyMissedTimes', tooMany) : waiting
  return start(cronJob, active, { plan: late, at: due.latest, zone })
}

const tooMany = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew'

function told(plan: CronJobPlan, reason: string, note: string, type: CronJobEvent['type'] = 'warning'): CronJobPlan {
  return { ...plan, events: [...plan.events, { type, reason, note }] }
}

/** Times before the starting deadline are missed for good. */
function sinceWhen({ metadata, spec, status }: CronJob, now: number): number {
  const last = parseTime(status?.lastScheduleTime ?? metadata.creationTimestamp)
  const { startingDeadlineSeconds } = spec
  return startingDeadlineSeconds === undefined ? last : Math.max(last, now - startingDeadlineSeconds * 1_000 - 1)
}

interface Start {
  readonly plan: CronJobPlan
  readonly at: number
  readonly zone: string
}

function start(cronJob: CronJob, active: readonly Job[], { plan, at, zone }: Start): CronJobPlan {
  const create = newJob(cronJob, at, zone)
  if (active.some(({ metadata }) => metadata.name === create.metadata.name)) return { ...plan, scheduledAt: at }
  const { concurrencyPolicy } = cronJob.spec
  if (concurrencyPolicy === 'Forbid' && active.length > 0) {
    const note = 'Not starting job because prior execution is running and concurrency policy is Forbid'
    return told(plan, 'JobAlreadyActive', note, 'normal')
  }
  return { ...plan, create, scheduledAt: at, remove: concurrencyPolicy === 'Replace' ? active : [] }
}

/** Named after its minute, so that a retry finds the first one. */
function newJob(cronJob: CronJob, at: number, zone: string): JobInput {
  const { metadata = {}, spec } = cronJob.spec.jobTemplate
  const annotations = { ...metadata.annotations, [scheduledTimeAnnotation]: formatZoneTime(at, zone) }
  return {
    metadata: {
      name: `${cronJob.metadata.name}-${Math.floor(at / 60_000)}`,
      namespace: cronJob.metadata.namespace,
      ...(metadata.labels === undefined ? {} : { labels: metadata.labels }),
      annotations,
      ownerReferences: [ownerReferenceTo(cronJob)],
    },
    spec: spec!,
  }
}

/** Finished Jobs beyond the history limits, separately for successful and failed ones. */
export function finishedBeyondLimits({ spec }: CronJob, jobs: readonly Job[]): readonly Job[] {
  const { successfulJobsHistoryLimit: good = 3, failedJobsHistoryLimit: bad = 1 } = spec
  const of = (type: string) =>
    jobs.filter((job) => endingOf(job)?.type === type && !isGoing(job)).sort((one, two) => startOf(one) - startOf(two))
  const beyond = (ended: readonly Job[], limit: number) => ended.slice(0, Math.max(0, ended.length - limit))
  return [...beyond(of('Complete'), good), ...beyond(of('Failed'), bad)]
}

function startOf({ metadata, status }: Job): number {
  return parseTime(status?.startTime ?? metadata.creationTimestamp)
}

/** The time of the last success. */
export function lastSuccess({ status }: CronJob, jobs: readonly Job[]): string | undefined {
  const times = [status?.lastSuccessfulTime, ...jobs.map((job) => job.status?.completionTime)]
  const known = times.filter((time): time is string => typeof time === 'string').map(parseTime)
  return known.length === 0 ? undefined : formatTime(Math.max(...known))
}
