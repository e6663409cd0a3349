/** Ownership transfer between managers when an object changes. Pure. */
import type { Comparison } from './comparison.ts'
import type { FieldSet } from './field-set.ts'
import type { Managers, Ownership } from './managers.ts'

/** The fields of other managers that a change touches, by manager. */
export type Conflicts = ReadonlyMap<string, FieldSet>

/** The fields that `self` would take from other managers. */
export function conflictsOf(managers: Managers, self: string, { modified, added }: Comparison): Conflicts {
  const touched = modified.union(added)
  const conflicts = new Map<string, FieldSet>()
  for (const [id, { fields }] of managers) {
    if (id === self) continue
    const taken = fields.intersection(touched)
    if (!taken.isEmpty) conflicts.set(id, taken)
  }
  return conflicts
}

/** All managers except `self` lose the fields that changed or were removed. */
export function takeFields(managers: Managers, self: string, comparison: Comparison): Managers {
  if (managers.size === 0) return managers
  const conflicts = conflictsOf(managers, self, comparison)
  const left = new Map<string, Ownership>()
  for (const [id, ownership] of managers) {
    const fields = id === self ? ownership.fields : loseFields(ownership.fields, conflicts.get(id), comparison.removed)
    if (!fields.isEmpty) left.set(id, { ...ownership, fields })
  }
  return left
}

function loseFields(fields: FieldSet, taken: FieldSet | undefined, removed: FieldSet): FieldSet {
  return (taken === undefined ? fields : fields.difference(taken)).difference(removed)
}
