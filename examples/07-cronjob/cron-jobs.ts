import {
  again,
  type Client,
  type Context,
  defineController,
  done,
  ignoreNotFound,
  isAlreadyExists,
  refOf,
} from 'kubewright'
import { controllerOf } from 'kubewright/core'
import { Job, type Job as JobObject } from 'kubewright/kubernetes/batch/v1'
import { CronJob } from './cron-job.ts'
import { nextDue } from './cron-schedule.ts'
import { decide, lastSchedule, outdated } from './decide.ts'
import { jobFor, jobsByOwner, progressOf, runName } from './run.ts'

/** Starts a Job whenever one is due, and deletes finished ones beyond the history limits. */
export const cronJobs = defineController({
  name: 'cron-jobs',
  for: CronJob,
  owns: [Job],
  indexes: [jobsByOwner],

  async reconcile(cronJob, ctx) {
    const jobsNow = () => ctx.cache.find(jobsByOwner, cronJob.metadata.uid)
    await act(cronJob, jobsNow(), ctx)
    await remove(ctx.client, outdated(cronJob, jobsNow()))
    await ctx.setStatus(statusOf(cronJob, jobsNow()))
    const next = cronJob.spec.suspend ? undefined : nextDue(cronJob.spec.schedule, ctx.now())
    return next === undefined ? done() : again(next.getTime() - ctx.now().getTime())
  },
})

async function act(cronJob: CronJob, jobs: readonly JobObject[], ctx: Context<typeof CronJob>): Promise<void> {
  const decision = decide(cronJob, jobs, ctx.now())
  if (decision.kind === 'skip')
    ctx.events.warning(decision.reason, `Skipped the run that was due at ${decision.at.toISOString()}`)
  if (decision.kind !== 'start') return
  await remove(ctx.client, decision.replaces)
  const job = await start(cronJob, decision.at, ctx.client)
  ctx.events.normal('Started', `Started job ${job.metadata.name}`, { related: job })
}

/** The Job may exist already: after a crash before the status update, or with a stale cache. It must then belong to this object. */
async function start(cronJob: CronJob, at: Date, client: Client): Promise<JobObject> {
  try {
    return await client.create(Job, jobFor(cronJob, at))
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
    const job = await client.get(Job, { name: runName(cronJob, at), namespace: cronJob.metadata.namespace })
    if (controllerOf(job)?.uid === cronJob.metadata.uid) return job
    throw new Error(`Cannot start job ${job.metadata.name}: a Job of that name exists and belongs to another owner.`)
  }
}

async function remove(client: Client, jobs: readonly JobObject[]): Promise<void> {
  for (const job of jobs) {
    await client.delete(Job, refOf(job), { propagationPolicy: 'Background' }).catch(ignoreNotFound)
  }
}

function statusOf(cronJob: CronJob, jobs: readonly JobObject[]) {
  const active = jobs.filter((job) => progressOf(job) === 'active')
  return {
    active: active.map(({ apiVersion, kind, metadata: { name, namespace, uid } }) => ({
      apiVersion,
      kind,
      name,
      namespace,
      uid,
    })),
    lastScheduleTime: lastSchedule(cronJob, jobs)?.toISOString(),
  }
}
