/** A Restore: restores one backup of a plan, once. */
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
import { backupGroup } from './names.ts'

/** The values of `status.phase` of a Restore. `Succeeded` and `Refused` are final. */
export const restorePhases = ['Pending', 'Restoring', 'Restarting', 'Succeeded', 'Refused'] as const

/**
 * Replaces the contents of a plan's volumes with one of its backups. Nothing is replaced before the whole backup has been read and
 * verified. Pods are restarted afterwards, so that they read the restored data.
 */
export const Restore = defineResource({
  group: backupGroup,
  version: 'v1alpha1',
  kind: 'Restore',
  scope: 'Namespaced',
  description: 'Restores a backup of a BackupPlan, once.',
  spec: z.object({
    plan: z.string().max(63).describe('The BackupPlan in the same namespace.'),
    backup: z.string().max(128).optional().describe('The id of a backup. Default: the last verified backup.'),
    source: z
      .string()
      .max(253)
      .optional()
      .describe(
        "A source of the plan, such as a pod of a StatefulSet. Default: the sources that the plan's status records for this backup; without a record, those of the existing pods.",
      ),
  }),
  status: z.object({
    phase: z.enum(restorePhases).optional(),
    backup: z.string().optional(),
    message: z.string().optional(),
    restored: z.array(z.string()).optional().describe('Restored sources.'),
    refusal: z.string().optional().describe('Why the other sources cannot be restored.'),
    finishedAt: z.iso.datetime().optional(),
    /** Pods that ran when the volumes were replaced, to be deleted. */
    restarted: z.array(z.string()).optional(),
  }),
  conditions: ['Ready'],
  columns: { Plan: '.spec.plan', Backup: '.status.backup', Phase: '.status.phase' },
})

export interface Restore extends ObjectOf<typeof Restore> {}
