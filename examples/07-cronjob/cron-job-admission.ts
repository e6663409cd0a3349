import { defineAdmission, problem } from 'kubewright'
import { CronJob, type CronJob as CronJobObject } from './cron-job.ts'
import { scheduleProblem } from './cron-schedule.ts'

/** A Job name has at most 63 characters. The dash and the time of the run take eleven. */
const longestName = 52

/** Checks that a schema cannot express. Objects arrive converted to v1, whichever version the client wrote. */
export const cronJobAdmission = defineAdmission({
  for: CronJob,
  // A pod's restartPolicy defaults to Always, which a Job does not accept.
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
