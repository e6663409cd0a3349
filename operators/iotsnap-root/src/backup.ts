/** The backup of MinIO: to the backup server of the stack, or to the target in the component's variables. Pure. */
import { BackupPlan } from '@kubewright/backup'
import { type Component, cascade, generated, type GeneratedValue } from '@kubewright/stack'
import { manifest } from 'kubewright'
import { componentTable } from './component-table.ts'
import { type Instance, instancesOf } from './instances.ts'
import type { IotSnapRoot } from './iotsnap-root.ts'

/** Variables of a backed-up component that configure its backups. */
export const backupVariables = [
  'RESTIC_REPOSITORY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'BACKUP_CRON',
] as const

const defaultSchedule = '0 * * * *'

export function planNameOf(root: string, { name }: Pick<Instance, 'name'>): string {
  return `${root}-${name}`
}

/** The plan of one MinIO instance, as a component of the stack; none unless backups are enabled. */
export function backupPlanOf(
  { metadata, spec }: IotSnapRoot,
  instance: Instance,
): readonly (readonly [string, Component])[] {
  const [server] = instancesOf(spec, 'backupserver')
  if (server === undefined) return []
  const objectName = `${metadata.name}-${server.name}`
  const env = { ...spec.env, ...instance.env }
  const url =
    env['RESTIC_REPOSITORY'] ?? `s3:http://${objectName}:${componentTable.backupserver.port}/backup-${instance.name}`
  const plan = manifest(BackupPlan, {
    metadata: { name: planNameOf(metadata.name, instance), namespace: metadata.namespace! },
    spec: { schedule: scheduleOf(env['BACKUP_CRON']), repository: { url, secretName: objectName } },
  })
  // It has no dependencies, so it exists before the pods that refer to it and they are created with their agent. Always ready:
  // a failed backup is no reason to restart anything.
  return [[`backup-${instance.key}`, cascade(plan, { isReady: () => true })]]
}

/** The original has six fields, the first of them seconds. Backups start at whole minutes. */
export function scheduleOf(text: string = defaultSchedule): string {
  const fields = text.trim().split(/\s+/)
  return fields.length === 6 ? fields.slice(1).join(' ') : text
}

/** The Secret shared by the backup server, the agent and the plan. */
export function backupCredentials({ spec }: IotSnapRoot): Readonly<Record<string, string | GeneratedValue>> {
  const [minio] = instancesOf(spec, 'minio')
  const env = { ...spec.env, ...minio?.env }
  return {
    AWS_ACCESS_KEY_ID: env['AWS_ACCESS_KEY_ID'] ?? 'backup',
    AWS_SECRET_ACCESS_KEY: env['AWS_SECRET_ACCESS_KEY'] ?? generated(),
    RESTIC_PASSWORD: generated(),
    AGENT_TOKEN: generated(),
  }
}
