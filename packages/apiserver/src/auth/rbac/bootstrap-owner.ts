/**
 * Who owns what in a default role or binding that is new: the server, all of it. Any other write is compared with what was
 * there; here it is plain what would come of it, and a server that starts need not load what compares.
 */
import type { DraftManager } from '../../object/draft.ts'
import type { BootstrapObject } from './bootstrap-text.ts'

export type Entry = Required<Pick<DraftManager, 'manager' | 'apiVersion' | 'time'>>

export function ownerOf(object: BootstrapObject, entry: Entry): DraftManager {
  const { manager, apiVersion, time } = entry
  return { manager, operation: 'Update', apiVersion, time, fieldsType: 'FieldsV1', fieldsV1: fieldsOf(object) }
}

/** In the order of their names. */
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
