/** What is known of an object before anybody looks outside, in the words `decide` understands. */
import { type KubeObject, toMs } from '@kubewright/core'
import { type CreationRecord, creationOf, hiddenForMs, isNeverShown, parseCreation } from './creation-record.ts'
import type { Machine } from './machine.ts'
import { accessAnnotation, adoptAnnotation, creationAnnotation } from './names.ts'
import { both, parseAccess, permissionsOf } from './permissions.ts'
import type { Absence, Circumstances, Creation } from './situation.ts'
import type { State } from './state.ts'

/** What the object itself does not say. */
export interface Surroundings {
  readonly now: number
  readonly state: State
  readonly isWaiting: boolean
  readonly isNeeded: boolean
  readonly isCompleted: boolean
  /** Whether an operation at the provider is not over. */
  readonly isUnderWay: boolean
  /** Whether it was found by the spec it was made from, and not by the spec as it is. */
  readonly isElsewhere: boolean
  /** Whether the resource bears our mark, if a look could tell. */
  readonly isOurs: boolean | undefined
}

export function circumstancesOf(machine: Machine, object: KubeObject, around: Surroundings): Circumstances {
  const { annotations = {}, deletionTimestamp } = object.metadata
  const record = recordOf(machine, object)
  const isDeleting = deletionTimestamp !== undefined
  const isWaited = around.isWaiting && !isDeleting
  return {
    state: around.state,
    isDeleting,
    dependencies: around.isNeeded ? 'Needed' : isWaited ? 'Waiting' : 'Ready',
    permissions: both(parseAccess(annotations[accessAnnotation]), permissionsOf(machine.policies(object))),
    creation: removed(claimed(record, around.isOurs), machine.memory.deletions.has(object.metadata.uid)),
    absence: absenceOf(machine, record, around),
    hasOwnName: machine.hasOwnName,
    adopts: annotations[adoptAnnotation] === 'true' || machine.adopts(object),
    needsCompletion: !around.isCompleted && (machine.onReady !== undefined || machine.secretName !== undefined),
  }
}

function absenceOf(
  { visibleWithin }: Machine,
  record: CreationRecord | undefined,
  { isUnderWay, isElsewhere, now }: Surroundings,
): Absence {
  if (isUnderWay || hiddenForMs(record, now, toMs(visibleWithin)) > 0) return 'MayBeHidden'
  if (isElsewhere) return 'Elsewhere'
  return isNeverShown(record) ? 'NeverShown' : 'Plain'
}

/**
 * A resource that this process has deleted since it was last created needs no mark of that. A creation that only began counts,
 * too: the deletion came after it, and after `visibleWithin`, so that what does not show now is gone.
 */
function removed(creation: Creation, isAsked: boolean): Creation {
  return isAsked && (creation === 'Done' || creation === 'Begun') ? 'Removed' : creation
}

/** A mark on the resource says more than what we wrote down. One that was taken over need not bear it. */
function claimed(record: CreationRecord | undefined, isOurs: boolean | undefined): Creation {
  const creation = creationOf(record)
  if (isOurs === true) return creation === 'None' ? 'Begun' : creation
  if (isOurs === false && record?.step !== 'adopted') return 'None'
  return creation
}

/** What is written down of the creation. A mark of this process whose call it never made counts as none. */
export function recordOf({ memory }: Pick<Machine, 'memory'>, { metadata }: KubeObject): CreationRecord | undefined {
  const written = metadata.annotations?.[creationAnnotation]
  const uncalled = memory.uncalled.get(metadata.uid)
  return uncalled !== undefined && uncalled.mark === written ? uncalled.before : parseCreation(written)
}
