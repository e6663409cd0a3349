/** One run of a CronJob: its Job, named after the time it was scheduled for. */
import { index, type InputOf } from 'kubewright'
import { controllerOf, ownerReferenceTo } from 'kubewright/core'
import { Job } from 'kubewright/kubernetes/batch/v1'
import type { CronJob } from './cron-job.ts'

/** When a run was due. Its Job may have been created later. */
export const scheduledAtAnnotation = 'batch.example.dev/scheduled-at'

/** Indexes Jobs by the uid of their CronJob, so the Jobs of a deleted namesake are not mixed in. */
export const jobsByOwner = index(Job, 'by-owner', (job) => controllerOf(job)?.uid)

/**
 * The name of the run that is due at `at`. It is deterministic, so a second create (after a crash, or with a stale cache) fails
 * with AlreadyExists instead of starting the run twice.
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

/** The time the run of `job` was due; `undefined` for a Job that this controller did not create. */
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
