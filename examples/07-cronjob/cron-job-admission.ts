import { defineAdmission, problem } from 'kubewright'
import { CronJob, type CronJob as CronJobObject } from './cron-job.ts'
import { scheduleProblem } from './cron-schedule.ts'

/** Names of Jobs have 63 characters at most, of which a dash and the time of the run take eleven. */
const longestName = 52

/** What a schema cannot say. It sees objects in v1, whichever version they are written in. */
export const cronJobAdmission = defineAdmission({
  for: CronJob,
  // A pod restarts always unless it is told otherwise, and a Job refuses that.
  fill: ({ spec: { jobTemplate } }) => {
    const restartPolicy = jobTemplate.spec.template.spec.restartPolicy ?? 'OnFailure'
    return { spec: { jobTemplate: { spec: { template: { spec: { restartPolicy } } } } } }
  },
  validate: {
    create: (cronJob) => problemsOf(cronJob),
    update: (next) => problemsOf(next),
  },
})

export function problemsOf({ metadata, spec }: Pick<CronJobObject, 'metadata' | 'spec'>) {
  const schedule = scheduleProblem(spec.schedule)
  return [
    ...(schedule === undefined ? [] : [problem('spec.schedule', schedule)]),
    ...((metadata.name?.length ?? 0) > longestName
      ? [problem('metadata.name', `must have at most ${longestName} characters`)]
      : []),
  ]
}
