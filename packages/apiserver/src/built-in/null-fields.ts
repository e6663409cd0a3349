/**
 * Fields that are null. Go writes some of what is not there as null, and what is stored has them; to everything that looks
 * into an object, null is the same as absent.
 */
import { deepClone } from '@kubewright/core'
import type { Draft } from '../object/draft.ts'

/** What a client may fill with anything, nulls included. */
const rawFields: ReadonlySet<string> = new Set([
  'ControllerRevision.data',
  'opaque.parameters',
  'metadata.managedFields',
  // In a schema, null means null.
  'schema.openAPIV3Schema',
])

/** Takes them away. */
export function dropNulls(draft: Draft): void {
  dropFrom(draft, draft.kind)
}

/** A copy without them. */
export function withoutNulls(draft: Draft): Draft {
  const copy = deepClone(draft)
  dropNulls(copy)
  return copy
}

function dropFrom(value: object, owner: string): void {
  const fields = value as Record<string, unknown>
  for (const name of Object.keys(fields)) {
    const item = fields[name]
    if (typeof item !== 'object') continue
    if (item === null) delete fields[name]
    else if (!rawFields.has(`${owner}.${name}`)) dropFrom(item, name)
  }
}
