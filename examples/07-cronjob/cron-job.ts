import { defineResource, type ObjectOf } from 'kubewright'
import { jobTemplateSpec } from 'kubewright/kubernetes/schemas/batch/v1'
import { objectReference } from 'kubewright/kubernetes/schemas/core/v1'
import { int32, int64 } from 'kubewright/resource'
import { z } from 'zod'
import { joinSchedule, splitSchedule } from './cron-schedule.ts'

/** Fields that both versions share. */
const shared = {
  startingDeadlineSeconds: int64()
    .min(0)
    .optional()
    .describe('Deadline for a late start. After it, the run is skipped.'),
  concurrencyPolicy: z
    .enum(['Allow', 'Forbid', 'Replace'])
    .default('Allow')
    .describe('What to do when a run is due and an earlier one is still active.'),
  suspend: z.boolean().default(false).describe('While true, no run is started.'),
  jobTemplate: jobTemplateSpec().describe('Template of the Job of a run.'),
  successfulJobsHistoryLimit: int32().min(0).default(3),
  failedJobsHistoryLimit: int32().min(0).default(1),
}

const field = () => z.string().max(64).regex(/^\S+$/).default('*')

/** Runs Jobs on a schedule. The storage version is v1, with the schedule as text; v2 has a field for each part of it. */
export const CronJob = defineResource({
  group: 'batch.example.dev',
  version: 'v1',
  kind: 'CronJob',
  scope: 'Namespaced',
  description: 'Runs Jobs on a schedule.',
  spec: z.object({
    schedule: z
      .string()
      .max(324)
      .regex(/^\S+(?: \S+){4}$/)
      .describe('Minute, hour, day of the month, month and day of the week, in UTC: "*/5 * * * *".'),
    ...shared,
  }),
  status: z.object({
    active: z.array(objectReference()).optional(),
    lastScheduleTime: z.iso.datetime().optional(),
  }),
  columns: { Schedule: '.spec.schedule', Suspend: '.spec.suspend', 'Last Schedule': '.status.lastScheduleTime' },
  versions: {
    v2: {
      schema: {
        spec: z.object({
          schedule: z.object({
            minute: field(),
            hour: field(),
            dayOfMonth: field(),
            month: field(),
            dayOfWeek: field(),
          }),
          ...shared,
        }),
      },
      toStorage: ({ spec, status }) => ({ spec: { ...spec, schedule: joinSchedule(spec.schedule) }, status }),
      fromStorage: ({ spec, status }) => ({ spec: { ...spec, schedule: splitSchedule(spec.schedule) }, status }),
    },
  },
})

export interface CronJob extends ObjectOf<typeof CronJob> {}
