/** A BackupPlan: the schedule, pods, destination and retention of volume backups. */
import { defineResource, type InputOf, type ObjectOf } from '@kubewright/resource'
import { sidecarSpec, sidecarStatus } from '@kubewright/sidecar'
import { z } from 'zod'
import { backupGroup } from './names.ts'

const kept = (what: string) => z.int().min(0).max(10_000).optional().describe(`How many ${what} to keep.`)

/** One backup, as shown in the status of a plan. */
const backupRecord = z.object({
  id: z.string().describe('Names the backup; a Restore refers to it.'),
  time: z.iso.datetime(),
  files: z.int().optional(),
  bytes: z.int().optional(),
})

/**
 * Backs up the volumes of the pods that carry the label `backup.kubewright.dev/plan` with its name, or that its selector matches.
 * The plan is in the namespace of the pods.
 */
export const BackupPlan = defineResource({
  group: backupGroup,
  version: 'v1alpha1',
  kind: 'BackupPlan',
  scope: 'Namespaced',
  description: 'Backs up the volumes of pods with the label backup.kubewright.dev/plan.',
  spec: z.object({
    ...sidecarSpec,
    schedule: z
      .string()
      .max(324)
      .optional()
      .describe('Five cron fields, or @daily, @every 6h and the like. Without it, backups are made on request alone.'),
    timeZone: z.string().max(64).default('Etc/UTC').describe('In which the schedule is read.'),
    suspend: z.boolean().default(false).describe('Starts no further backup while true.'),
    trigger: z.string().max(128).optional().describe('Another text than before makes one backup now.'),
    repository: z.object({
      url: z
        .string()
        .max(1024)
        .regex(/^s3:https?:\/\/[^\s$\p{Cc}]+$/u)
        .describe('A restic repository on an S3 store: s3:http://host:port/bucket.'),
      secretName: z
        .string()
        .max(253)
        .describe('Holds RESTIC_PASSWORD, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AGENT_TOKEN.'),
    }),
    retention: z
      .object({
        last: kept('latest backups'),
        hourly: kept('hourly backups'),
        daily: kept('daily backups'),
        weekly: kept('weekly backups'),
        monthly: kept('monthly backups'),
      })
      .default({ last: 7 }),
    verification: z
      .enum(['data', 'structure'])
      .default('data')
      .describe(
        'Whether every stored byte is read and checked after each backup, or the structure of the repository alone.',
      ),
    volumes: z
      .array(z.string().max(63))
      .max(16)
      .optional()
      .describe('The volumes of the pods to back up. All persistent ones, if left out.'),
  }),
  status: z.object({
    ...sidecarStatus,
    running: z
      .object({ id: z.string(), scheduledAt: z.iso.datetime().optional(), trigger: z.string().optional() })
      .optional(),
    lastScheduledAt: z.iso.datetime().optional(),
    lastTrigger: z.string().optional(),
    lastBackup: backupRecord.optional(),
    lastVerified: backupRecord.optional().describe('The last backup that was read back and found whole.'),
    nextAt: z.iso.datetime().optional(),
  }),
  conditions: ['Ready', 'Verified'],
  columns: { Schedule: '.spec.schedule', Verified: '.status.lastVerified.id', Next: '.status.nextAt' },
})

export interface BackupPlan extends ObjectOf<typeof BackupPlan> {}
export type BackupPlanInput = InputOf<typeof BackupPlan>
