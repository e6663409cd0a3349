/** The operator that `main.ts` runs and the `kubewright` command installs. */
import { defineConversion } from 'kubewright/webhook'
import { CronJob } from './cron-job.ts'
import { cronJobAdmission } from './cron-job-admission.ts'
import { cronJobs } from './cron-jobs.ts'

const name = 'cron-operator'
const namespace = 'cron-system'

export const operator = {
  name,
  namespace,
  resources: [CronJob],
  controllers: [cronJobs],
  webhooks: {
    port: 9443,
    serve: [cronJobAdmission, defineConversion({ for: CronJob })],
    certificates: { secret: { name: `${name}-webhooks`, namespace } },
    installation: { name, service: { name, namespace } },
  },
}
