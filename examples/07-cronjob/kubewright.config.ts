import { defineConfig } from '@kubewright/cli'
import { operator } from './operator.ts'

export default defineConfig({
  ...operator,
  grants: [
    {
      group: 'batch',
      resource: 'jobs',
      verbs: ['create', 'get', 'delete'],
      because: 'cron-jobs starts a Job for every run, and removes old ones',
    },
  ],
})
