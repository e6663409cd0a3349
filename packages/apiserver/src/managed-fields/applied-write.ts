/** Ownership and content after a server-side apply. */
import type { Draft } from '../object/draft.ts'
import { compareValues, isSame, withoutFields } from './comparison.ts'
import { FieldConflict } from './conflict.ts'
import type { FieldSet } from './field-set.ts'
import { assertFits } from './fit.ts'
import type { Writer } from '../kinds/field-manager.ts'
import { managerId, type Managers } from './managers.ts'
import { mergeValues } from './merge.ts'
import { withNamedFields } from './named-fields.ts'
import { plain, type WriteScope } from './ordinary-write.ts'
import { ownedPaths } from './owned-paths.ts'
import { conflictsOf, takeFields } from './ownership-change.ts'
import { removePaths } from './removal.ts'
import type { Shape } from '../kinds/shape.ts'
import { untracked } from './tracked-fields.ts'

export interface Applied {
  readonly object: Draft
  readonly managers: Managers
}

/** Failure: `ShapeMismatch` if the configuration does not fit the schema, `FieldConflict` if other managers own changed fields. */
export function afterApply(
  live: Draft,
  configuration: Draft,
  writer: Writer & { readonly force: boolean },
  { managers, shape, reset }: WriteScope,
): Applied {
  const { force, ...identity } = writer
  const self = managerId({ ...writer, operation: 'Apply' })
  const last = managers.get(self)?.fields
  assertFits(configuration, shape)
  const wanted = ownedPaths(plain(configuration), shape).recursiveDifference(reset)
  const merged = mergeValues(plain(live), plain(configuration), shape)
  const claimed = new Map(managers).set(self, {
    ...identity,
    operation: 'Apply',
    time: managers.get(self)?.time,
    fields: wanted.difference(untracked),
  })
  const pruned = prune(merged, shape, last, union(claimed, wanted)) as Draft
  const everything = compareValues(plain(live), pruned, shape)
  const comparison = withoutFields(everything, reset)
  const conflicts = conflictsOf(claimed, self, comparison)
  if (conflicts.size > 0 && !force) throw new FieldConflict(conflicts, managers)
  const after = new Map(takeFields(claimed, self, comparison))
  const own = after.get(self)
  if (own !== undefined && !isSame(everything)) after.set(self, { ...own, time: writer.time })
  return { object: pruned, managers: after }
}

/** Removes fields that this applier applied before but not now, and that no other manager owns. */
function prune(merged: unknown, shape: Shape, last: FieldSet | undefined, owned: FieldSet): unknown {
  // The usual case: every previously applied field is still owned, so nothing is removed.
  if (last === undefined || last.difference(owned).isEmpty) return merged
  const lastNamed = withNamedFields(last, shape)
  const pathsOf = (value: unknown) => withNamedFields(ownedPaths(value, shape), shape)
  const everything = pathsOf(merged)
  const withoutLast = pathsOf(removePaths(merged, shape, lastNamed))
  // Fields of other managers are kept, with everything below them, as are fields this applier never applied. An empty list that
  // another manager owns has no paths, and so does not keep its parent object.
  const kept = withoutLast.union(withNamedFields(owned, shape))
  const left = pathsOf(removePaths(merged, shape, everything.difference(kept)))
  return removePaths(merged, shape, everything.difference(left).intersection(lastNamed))
}

function union(managers: Managers, wanted: FieldSet): FieldSet {
  return [...managers.values()].reduce((all, { fields }) => all.union(fields), wanted)
}
