/** A BackupPlan: the schedule, pods, destination and retention of volume backups. */
import { defineResource, type InputOf, type ObjectOf } from '@kubewright/resource'
import { sidecarSpec, sidecarStatus } from '@kubewright/sidecar'
import { z } from 'zod'
import { backupGroup } from './names.ts'

const kept = (what: string) => z.int().min(0).max(10_000).optional().describe(`Number of ${what} to keep.`)

const objectName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/)

const command = (when: string) =>
  z
    .array(z.string().max(4_096))
    .min(1)
    .max(64)
    .optional()
    .describe(`A program and its arguments, run without a shell ${when}.`)

/** A source whose data is in a backup. */
const backedUpSource = z.object({
  name: z
    .string()
    .describe(
      'Named after the pod, if it belongs to a StatefulSet with claims of its own for each pod; otherwise after the claim.',
    ),
  files: z.int().optional(),
  bytes: z.int().optional(),
})

/** One backup, as shown in the status of a plan. */
const backupRecord = z.object({
  id: z.string().describe('Id of the backup, for the field backup of a Restore.'),
  time: z.iso.datetime(),
  files: z.int().optional(),
  bytes: z.int().optional(),
  sources: z.array(backedUpSource).optional().describe('Sources contained in the backup.'),
  missing: z
    .array(z.string())
    .optional()
    .describe('Sources missing from the backup because their agents were not ready.'),
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
  description:
    'Backs up the volumes of the pods that its selector matches, or whose label backup.kubewright.dev/plan has its name.',
  spec: z.object({
    ...sidecarSpec,
    schedule: z
      .string()
      .max(324)
      .optional()
      .describe(
        'Five cron fields, or @daily, @every 6h and the like. Without a schedule, only trigger starts backups.',
      ),
    timeZone: z.string().max(64).default('Etc/UTC').describe('Time zone of the schedule.'),
    suspend: z.boolean().default(false).describe('Starts no further backup while true.'),
    trigger: z.string().max(128).optional().describe('Any new value starts one backup.'),
    repository: z.object({
      url: z
        .string()
        .max(1024)
        .regex(/^s3:https?:\/\/[^\s$\p{Cc}]+$/u)
        .describe('A restic repository on an S3 store: s3:http://host:port/bucket.'),
      secretName: objectName.describe(
        'Secret with RESTIC_PASSWORD, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AGENT_TOKEN.',
      ),
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
        'Check after each backup: data reads every stored byte, structure checks only the structure of the repository.',
      ),
    volumes: z
      .array(z.string().max(63))
      .max(16)
      .optional()
      .describe('Names of the pod volumes to back up. Default: all persistent volumes.'),
    hooks: z
      .object({
        before: command('before the copy; a failure cancels the copy'),
        after: command('after the copy, even if the copy failed'),
        timeoutSeconds: z.int().min(1).max(86_400).default(600).describe('Time limit of each command.'),
        secretName: objectName
          .optional()
          .describe('Secret whose values are environment variables of the commands, such as PGPASSWORD.'),
      })
      .optional()
      .describe('Commands in the container of the agent, to quiesce data while it is copied.'),
  }),
  status: z.object({
    ...sidecarStatus,
    running: z
      .object({
        id: z.string(),
        scheduledAt: z.iso.datetime().optional(),
        trigger: z.string().optional(),
        since: z.iso
          .datetime()
          .optional()
          .describe('Since when the backup waits only for sources without a ready agent.'),
        expected: z.array(z.string()).optional().describe('Sources expected in the backup.'),
        done: z
          .array(backedUpSource.extend({ damage: z.string().optional() }))
          .optional()
          .describe('Sources already in the backup.'),
      })
      .optional(),
    lastScheduledAt: z.iso.datetime().optional(),
    lastTrigger: z.string().optional(),
    lastBackup: backupRecord.optional(),
    lastVerified: backupRecord.optional().describe('The last complete backup that passed verification.'),
    nextAt: z.iso.datetime().optional(),
  }),
  conditions: ['Ready', 'Verified'],
  columns: { Schedule: '.spec.schedule', Verified: '.status.lastVerified.id', Next: '.status.nextAt' },
})

export interface BackupPlan extends ObjectOf<typeof BackupPlan> {}
/** A BackupPlan as written: fields with defaults may be omitted. */
export type BackupPlanInput = InputOf<typeof BackupPlan>
