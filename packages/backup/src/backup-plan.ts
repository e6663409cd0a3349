/** A BackupPlan: the schedule, pods, destination and retention of volume backups. */
import { defineResource, type InputOf, type ObjectOf } from '@kubewright/resource'
import { sidecarSpec, sidecarStatus } from '@kubewright/sidecar'
import { z } from 'zod'
import { backupGroup } from './names.ts'

const kept = (what: string) => z.int().min(0).max(10_000).optional().describe(`How many ${what} to keep.`)

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
    .describe(`A program and its arguments, without a shell: run ${when}.`)

/** A source whose data is in a backup. */
const backedUpSource = z.object({
  name: z.string().describe('The pod of a StatefulSet with a claim of its own, or else the claim.'),
  files: z.int().optional(),
  bytes: z.int().optional(),
})

/** One backup, as shown in the status of a plan. */
const backupRecord = z.object({
  id: z.string().describe('Names the backup; a Restore refers to it.'),
  time: z.iso.datetime(),
  files: z.int().optional(),
  bytes: z.int().optional(),
  sources: z.array(backedUpSource).optional().describe('What it has the data of.'),
  missing: z.array(z.string()).optional().describe('Sources without a ready agent, whose data it lacks.'),
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
      secretName: objectName.describe(
        'Holds RESTIC_PASSWORD, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AGENT_TOKEN.',
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
        'Whether every stored byte is read and checked after each backup, or the structure of the repository alone.',
      ),
    volumes: z
      .array(z.string().max(63))
      .max(16)
      .optional()
      .describe('The volumes of the pods to back up. All persistent ones, if left out.'),
    hooks: z
      .object({
        before: command('before its volumes are copied, which are not if it fails'),
        after: command('after they were copied, or could not be'),
        timeoutSeconds: z.int().min(1).max(86_400).default(600).describe('How long each may take.'),
        secretName: objectName.optional().describe('A Secret whose values are variables of the commands: PGPASSWORD.'),
      })
      .optional()
      .describe('Commands in the container of the agent, for data that must not change while it is copied.'),
  }),
  status: z.object({
    ...sidecarStatus,
    running: z
      .object({
        id: z.string(),
        scheduledAt: z.iso.datetime().optional(),
        trigger: z.string().optional(),
        since: z.iso.datetime().optional().describe('Since when it waits for nothing but agents that are not ready.'),
        expected: z.array(z.string()).optional().describe('Sources that it is to have, as far as they were seen.'),
        done: z
          .array(backedUpSource.extend({ damage: z.string().optional() }))
          .optional()
          .describe('Sources that are in the backup already.'),
      })
      .optional(),
    lastScheduledAt: z.iso.datetime().optional(),
    lastTrigger: z.string().optional(),
    lastBackup: backupRecord.optional(),
    lastVerified: backupRecord
      .optional()
      .describe('The last backup of all sources that was read back and found whole.'),
    nextAt: z.iso.datetime().optional(),
  }),
  conditions: ['Ready', 'Verified'],
  columns: { Schedule: '.spec.schedule', Verified: '.status.lastVerified.id', Next: '.status.nextAt' },
})

export interface BackupPlan extends ObjectOf<typeof BackupPlan> {}
/** A BackupPlan as written: fields with defaults may be omitted. */
export type BackupPlanInput = InputOf<typeof BackupPlan>
