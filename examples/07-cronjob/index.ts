/** The exports of this example for other programs. */
export { CronJob } from './cron-job.ts'
export { cronJobAdmission } from './cron-job-admission.ts'
export { cronJobs } from './cron-jobs.ts'
export { operator } from './operator.ts'
