/** One run of a CronJob: its Job, named after the time it was scheduled for. */
import { index, type InputOf } from 'kubewright'
import { controllerOf, ownerReferenceTo } from 'kubewright/core'
import { Job } from 'kubewright/kubernetes/batch/v1'
import type { CronJob } from './cron-job.ts'

/** When a run was due. Its Job may have been created later. */
export const scheduledAtAnnotation = 'batch.example.dev/scheduled-at'

/** Finds the Jobs of a CronJob by its uid: a namesake that was deleted has other ones. */
export const jobsByOwner = index(Job, 'by-owner', (job) => controllerOf(job)?.uid)

/**
 * The name of the run that is due at `at`. The same run always has the same name, so creating it twice (after a crash, or
 * with a stale cache) is refused by the API server instead of starting it twice.
 */
export function runName({ metadata }: CronJob, at: Date): string {
  return `${metadata.name}-${Math.floor(at.getTime() / 60_000)}`
}

/** The Job of the run that is due at `at`. */
export function jobFor(cronJob: CronJob, at: Date): InputOf<typeof Job> {
  const { metadata, spec } = cronJob.spec.jobTemplate
  return {
    metadata: {
      name: runName(cronJob, at),
      namespace: cronJob.metadata.namespace,
      labels: metadata?.labels,
      annotations: { ...metadata?.annotations, [scheduledAtAnnotation]: at.toISOString() },
      ownerReferences: [ownerReferenceTo(cronJob)],
    },
    spec,
  }
}

/** The time the run of `job` was due; `undefined` for a Job that somebody else made. */
export function scheduledAt(job: Job): Date | undefined {
  const at = new Date(job.metadata.annotations?.[scheduledAtAnnotation] ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? undefined : at
}

export type Progress = 'active' | 'successful' | 'failed'

export function progressOf(job: Job): Progress {
  const has = (type: string) => job.status?.conditions?.some((each) => each.type === type && each.status === 'True')
  if (has('Complete')) return 'successful'
  return has('Failed') ? 'failed' : 'active'
}
