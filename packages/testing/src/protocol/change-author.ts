/**
 * The author of a change that a watch reports, according to `metadata.managedFields`.
 *
 * The server records the time of a manager's last write to an object, in whole seconds. It records nothing about deletions.
 *
 * See decision 0305.
 */
import type { KubeObject, ManagedFieldsEntry } from '@kubewright/core'

/** A write of the operator: its verb and its subresource. */
export interface OperatorWrite {
  readonly verb: 'apply' | 'update'
  readonly subresource: string | undefined
}

/**
 * The write of `manager` that turned `previous` into `object`. `undefined` if another manager wrote it, or if several wrote and the author
 * is ambiguous.
 */
export function writeOf(
  manager: string,
  object: KubeObject,
  previous: KubeObject | undefined,
): OperatorWrite | undefined {
  const authors = lastEntries(entriesOf(object), previous === undefined ? [] : entriesOf(previous))
  const [first] = authors
  if (first === undefined || authors.some((entry) => entry.manager !== manager)) return undefined
  return { verb: first.operation === 'Apply' ? 'apply' : 'update', subresource: first.subresource }
}

/** Entries that are new or have another time. If there are none, two writes were in the same second: the entries with the latest time. */
function lastEntries(
  entries: readonly ManagedFieldsEntry[],
  before: readonly ManagedFieldsEntry[],
): readonly ManagedFieldsEntry[] {
  const times = new Map(before.map((entry) => [keyOf(entry), entry.time]))
  const written = entries.filter((entry) => !times.has(keyOf(entry)) || times.get(keyOf(entry)) !== entry.time)
  if (written.length > 0) return written
  const latest = entries.reduce((newest, { time = '' }) => (time > newest ? time : newest), '')
  return entries.filter(({ time }) => time === latest)
}

function keyOf({ manager, operation, apiVersion, subresource }: ManagedFieldsEntry): string {
  return JSON.stringify([manager, operation, apiVersion, subresource])
}

function entriesOf({ metadata }: KubeObject): readonly ManagedFieldsEntry[] {
  return metadata.managedFields ?? []
}
