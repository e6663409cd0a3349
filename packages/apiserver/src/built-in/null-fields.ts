/**
 * Null fields. Go serializes some missing values as null, and the stored form contains them. Code that inspects an object
 * treats null as absent.
 */
import { deepClone } from '@kubewright/core/json'
import type { Draft } from '../object/draft.ts'

/** Fields that hold arbitrary client data, nulls included. */
const rawFields: ReadonlySet<string> = new Set([
  'ControllerRevision.data',
  'opaque.parameters',
  'metadata.managedFields',
  // In a schema, null is a value.
  'schema.openAPIV3Schema',
])

/** Removes null fields. */
export function dropNulls(draft: Draft): void {
  dropFrom(draft, draft.kind)
}

/** A copy without null fields. */
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
