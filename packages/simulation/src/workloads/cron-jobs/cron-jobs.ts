/** CronJobs: start Jobs on schedule. */
import { isAlreadyExists } from '@kubewright/client'
import { again, type Context, defineController, done, index, type Outcome } from '@kubewright/controller'
import { controllerOf, refOf } from '@kubewright/core'
import { formatApiVersion } from '@kubewright/core/object'
import { formatTime } from '@kubewright/core/time'
import { CronJob, Job, type JobInput } from '@kubewright/kubernetes'
import type { ObjectReference } from '@kubewright/kubernetes/core/v1'
import { bearingConflicts } from '../../conflicts.ts'
import type { Part } from '../../part.ts'
import { endingOf } from '../jobs/job-state.ts'
import { ignoreReplaced, isNamespaceGoing, messageOf } from '../pod-control.ts'
import { isGoing } from '../pod-state.ts'
import { latest, writeStatus } from '../write-status.ts'
import { finishedBeyondLimits, lastSuccess, planCronJob } from './cron-job-plan.ts'

export function cronJobs(): Part {
  return { name: 'cron-jobs', reporter: 'cronjob-controller', controllers: [controller] }
}

const jobsByController = index(Job, 'simulation-by-controller', (job) => controllerOf(job)?.uid)

const controller = defineController({
  name: 'cron-jobs',
  for: CronJob,
  seesDeletion: true,
  concurrency: 5,
  owns: [Job],
  indexes: [jobsByController],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(cronJob: CronJob, ctx: Context): Promise<Outcome> {
  tellEnded(cronJob, ctx)
  const plan = planCronJob(cronJob, jobsOf(cronJob, ctx).filter(isRunning), +ctx.now())
  for (const { type, reason, note } of plan.events) ctx.events[type](reason, note)
  for (const job of plan.remove) await remove(job, ctx)
  const isStarted = plan.create === undefined || (await create(plan.create, ctx))
  await report(cronJob, ctx, isStarted ? plan.scheduledAt : undefined)
  if (!isGoing(cronJob)) for (const job of finishedBeyondLimits(cronJob, jobsOf(cronJob, ctx))) await remove(job, ctx)
  return plan.againMs === undefined ? done() : again(plan.againMs)
}

function jobsOf({ metadata }: CronJob, { cache }: Context): readonly Job[] {
  return cache.find(jobsByController, metadata.uid)
}

function isRunning(job: Job): boolean {
  return endingOf(job) === undefined && !isGoing(job)
}

/** Reports the Jobs of `status.active` that have finished or are missing. */
function tellEnded(cronJob: CronJob, ctx: Context): void {
  const jobs = new Map(jobsOf(cronJob, ctx).map((job) => [job.metadata.uid, job]))
  for (const { uid, name } of cronJob.status?.active ?? []) {
    const job = jobs.get(uid ?? '')
    const ending = job === undefined ? undefined : endingOf(job)
    if (job === undefined) ctx.events.normal('MissingJob', `Active job went missing: ${name}`)
    else if (ending !== undefined) {
      ctx.events.normal('SawCompletedJob', `Saw completed job: ${name}, condition: ${ending.type}`)
    }
  }
}

/** Resolves to whether the Job exists now. */
async function create(wanted: JobInput, { client, signal, events }: Context): Promise<boolean> {
  try {
    const { metadata } = await client.create(Job, wanted, { signal })
    events.normal('SuccessfulCreate', `Created job ${metadata.name}`)
    return true
  } catch (error) {
    if (isAlreadyExists(error)) return true
    if (isNamespaceGoing(error)) return false
    if (!signal.aborted) events.warning('FailedCreate', `Error creating job: ${messageOf(error)}`)
    throw error
  }
}

async function remove(job: Job, { client, signal, events }: Context): Promise<void> {
  const { uid } = job.metadata
  const options = { preconditions: { uid }, propagationPolicy: 'Background', signal } as const
  await client.delete(Job, refOf(job), options).catch(ignoreReplaced)
  events.normal('SuccessfulDelete', `Deleted job ${job.metadata.name}`)
}

async function report(cronJob: CronJob, ctx: Context, scheduledAt: number | undefined): Promise<void> {
  const live = latest(ctx, CronJob, cronJob)
  const jobs = jobsOf(cronJob, ctx)
  const active = jobs.filter(isRunning).map((job) => referenceTo(job, live))
  await writeStatus(ctx, CronJob, live, {
    active: active.length === 0 ? undefined : active,
    lastScheduleTime: scheduledAt === undefined ? live.status?.lastScheduleTime : formatTime(scheduledAt),
    lastSuccessfulTime: lastSuccess(live, jobs),
  })
}

/** An existing reference is kept as it was at the start, so that changes of the Job do not change the status. */
function referenceTo({ kind, metadata }: Job, { status }: CronJob): ObjectReference {
  const known = status?.active?.find(({ uid }) => uid === metadata.uid)
  if (known !== undefined) return known
  const { name, namespace, uid, resourceVersion } = metadata
  const place = namespace === undefined ? {} : { namespace }
  return { apiVersion: formatApiVersion(Job), kind, name, ...place, uid, resourceVersion }
}
