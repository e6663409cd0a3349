/**
 * Managed fields of a new default role or binding: the server owns all fields. Other writes are compared with the previous
 * object. Here the result is known in advance, so a starting server need not load the code that compares.
 */
import type { DraftManager } from '../../object/draft.ts'
import type { BootstrapObject } from './bootstrap-text.ts'

export type Entry = Required<Pick<DraftManager, 'manager' | 'apiVersion' | 'time'>>

export function ownerOf(object: BootstrapObject, entry: Entry): DraftManager {
  const { manager, apiVersion, time } = entry
  return { manager, operation: 'Update', apiVersion, time, fieldsType: 'FieldsV1', fieldsV1: fieldsOf(object) }
}

/** Sorted by name. */
function fieldsOf(object: BootstrapObject): object {
  const { annotations, labels } = object.metadata
  const metadata = { 'f:metadata': { 'f:annotations': keysOf(annotations), 'f:labels': keysOf(labels) } }
  if ('roleRef' in object) {
    return { ...metadata, 'f:roleRef': {}, ...(object.subjects === undefined ? {} : { 'f:subjects': {} }) }
  }
  const { aggregationRule, rules } = object
  return {
    ...(aggregationRule === undefined ? {} : { 'f:aggregationRule': { '.': {}, 'f:clusterRoleSelectors': {} } }),
    ...metadata,
    ...(rules === null ? {} : { 'f:rules': {} }),
  }
}

function keysOf(map: Readonly<Record<string, string>>): object {
  const names = Object.keys(map).sort()
  return Object.fromEntries([['.', {}], ...names.map((name) => [`f:${name}`, {}])])
}
