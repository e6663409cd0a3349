/** Ownership after a create, an update or a patch: the writer takes every field it changes, without conflicts. */
import type { Draft } from '../object/draft.ts'
import { compareValues, withoutFields } from './comparison.ts'
import { FieldSet } from './field-set.ts'
import type { Writer } from '../kinds/field-manager.ts'
import { managerId, type Managers, type Ownership } from './managers.ts'
import { takeFields } from './ownership-change.ts'
import type { Shape } from '../kinds/shape.ts'
import { untracked } from './tracked-fields.ts'

/** The maximum number of Update managers per object. */
const updaterLimit = 10
const ancient = 'ancient-changes'

export interface WriteScope {
  readonly managers: Managers
  readonly shape: Shape
  /** Fields that this writer cannot change, because the strategy resets them. */
  readonly reset: FieldSet
}

export function afterWrite(live: Draft, next: Draft, writer: Writer, { managers, ...scope }: WriteScope): Managers {
  const comparison = withoutFields(compareValues(plain(live), plain(next), scope.shape), scope.reset)
  const self = managerId({ ...writer, operation: 'Update' })
  const taken = comparison.modified.union(comparison.added).difference(untracked)
  const left = takeFields(managers, '', comparison)
  const after = new Map(left)
  if (!taken.isEmpty) {
    const before = left.get(self)?.fields ?? FieldSet.empty
    after.set(self, { ...writer, operation: 'Update', fields: before.union(taken) })
  }
  return capUpdaters(after)
}

/** The object without fields that are never owned, and therefore not compared. */
export function plain(object: Draft): Record<string, unknown> {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** Merges the oldest Update managers into `ancient-changes` if there are too many. */
function capUpdaters(managers: Managers): Managers {
  if (managers.size <= updaterLimit) return managers
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update')
  const excess = updaters.length - updaterLimit
  if (excess <= 0) return managers
  const oldest = updaters.sort(([, a], [, b]) => ((a.time ?? '') < (b.time ?? '') ? -1 : 1)).slice(0, excess + 1)
  const capped = new Map(managers)
  for (const [id, ownership] of oldest) {
    capped.delete(id)
    mergeInto(capped, { ...ownership, manager: ancient, subresource: '' })
  }
  return capped
}

function mergeInto(managers: Map<string, Ownership>, ownership: Ownership): void {
  const id = managerId(ownership)
  const before = managers.get(id)
  const fields = before === undefined ? ownership.fields : before.fields.union(ownership.fields)
  const time = [before?.time, ownership.time]
    .filter((one) => one !== undefined)
    .sort()
    .at(-1)
  managers.set(id, { ...ownership, fields, time })
}
