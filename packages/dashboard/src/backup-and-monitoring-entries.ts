/** Backups, restores and monitoring as shown on the page, read from untrusted objects. Pure. */
import type { KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import { type Health, healthOf } from './object-health.ts'
import { type ConditionEntry, conditionIn, numberAt, present, textAt, valueAt } from './plain-value.ts'
import { withoutUserinfo } from './shown-url.ts'

/** Names that the packages store in clusters; they must never change. */
export const backupGroup = 'backup.kubewright.dev'
export const monitoringGroup = 'monitoring.kubewright.dev'
const stackLabel = 'stack.kubewright.dev/stack'

/** What entries of backups and monitorings have in common. */
interface CaredFor extends GroupVersionKind {
  readonly namespace: string
  readonly name: string
  readonly health: Health
  /** The stack in its label. */
  readonly stack?: string
  /** The uids of its owners. */
  readonly owners: readonly string[]
}

/** Topic `backups` or `backups:NAMESPACE`, by uid. */
export interface BackupEntry extends CaredFor {
  readonly schedule?: string
  readonly timeZone?: string
  readonly isSuspended: boolean
  /** The id of the running backup. */
  readonly running?: string
  readonly lastBackup?: BackupRecord
  /** The last backup that was read back and verified. */
  readonly lastVerified?: BackupRecord
  readonly nextAt?: string
  /** Whether every byte is read back, or only the structure. */
  readonly verification?: string
  readonly verified?: ConditionEntry
}

/** A completed backup: its id, time and size. */
export interface BackupRecord {
  readonly id: string
  readonly time: string
  readonly files?: number
  readonly bytes?: number
}

/** Topic `restores` or `restores:NAMESPACE`, by uid. */
export interface RestoreEntry extends Omit<CaredFor, 'stack' | 'owners'> {
  readonly plan: string
  readonly backup?: string
  readonly phase?: string
  readonly message?: string
  readonly created: string
  readonly finishedAt?: string
}

/** Topic `monitorings` or `monitorings:NAMESPACE`, by uid. */
export interface MonitoringEntry extends CaredFor {
  readonly interval?: string
  readonly pods?: number
  readonly monitored?: number
  /** Where the samples go, and whether they arrive. */
  readonly sink?: { readonly url: string; readonly database: string }
  readonly collecting?: ConditionEntry
}

function caredFor(object: KubeObject, { group, version, kind }: GroupVersionKind): CaredFor {
  const { name, namespace = '', ownerReferences = [], labels } = object.metadata
  const stack = textAt(labels, stackLabel)
  const owners = ownerReferences.map(({ uid }) => uid)
  return { group, version, kind, namespace, name, health: healthOf(object), owners, ...present({ stack }) }
}

export function backupEntry(object: KubeObject, kind: GroupVersionKind): BackupEntry {
  const [spec, status] = [valueAt(object, 'spec'), valueAt(object, 'status')]
  return {
    ...caredFor(object, kind),
    isSuspended: valueAt(spec, 'suspend') === true || valueAt(spec, 'enabled') === false,
    ...present({
      schedule: textAt(spec, 'schedule'),
      timeZone: textAt(spec, 'timeZone'),
      verification: textAt(spec, 'verification'),
      running: textAt(status, 'running', 'id'),
      lastBackup: recordOfBackup(valueAt(status, 'lastBackup')),
      lastVerified: recordOfBackup(valueAt(status, 'lastVerified')),
      nextAt: textAt(status, 'nextAt'),
      verified: conditionIn(object, 'Verified'),
    }),
  }
}

function recordOfBackup(value: unknown): BackupRecord | undefined {
  const [id, time] = [textAt(value, 'id'), textAt(value, 'time')]
  if (id === undefined || time === undefined) return undefined
  return { id, time, ...present({ files: numberAt(value, 'files'), bytes: numberAt(value, 'bytes') }) }
}

export function restoreEntry(object: KubeObject, kind: GroupVersionKind): RestoreEntry {
  const { stack: _, owners: _owners, ...about } = caredFor(object, kind)
  const status = valueAt(object, 'status')
  return {
    ...about,
    plan: textAt(object, 'spec', 'plan') ?? '',
    created: object.metadata.creationTimestamp,
    ...present({
      backup: textAt(status, 'backup') ?? textAt(object, 'spec', 'backup'),
      phase: textAt(status, 'phase'),
      message: textAt(status, 'message'),
      finishedAt: textAt(status, 'finishedAt'),
    }),
  }
}

const longestUrl = 500

/** The sink of the samples, with any user and password in its URL. A truncated URL would hide the real target, so a long one is dropped. */
export function sinkIn(monitoring: KubeObject | undefined): MonitoringEntry['sink'] {
  const [url, database] = [valueAt(monitoring, 'spec', 'sink', 'url'), textAt(monitoring, 'spec', 'sink', 'database')]
  if (typeof url !== 'string' || url === '' || url.length > longestUrl || database === undefined) return undefined
  return { url, database }
}

export function monitoringEntry(object: KubeObject, kind: GroupVersionKind): MonitoringEntry {
  const sink = sinkIn(object)
  return {
    ...caredFor(object, kind),
    ...present({
      interval: textAt(object, 'spec', 'interval'),
      pods: numberAt(object, 'status', 'pods'),
      monitored: numberAt(object, 'status', 'monitored'),
      collecting: conditionIn(object, 'Collecting'),
      sink: sink === undefined ? undefined : { ...sink, url: withoutUserinfo(sink.url) },
    }),
  }
}
