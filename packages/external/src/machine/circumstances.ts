/** Collects the inputs of `decide` that do not depend on an observation. */
import { type KubeObject, toMs } from '@kubewright/core'
import {
  type CreationRecord,
  creationOf,
  hiddenForMs,
  isNeverShown,
  parseCreation,
} from '../decision/creation-record.ts'
import type { Machine } from './machine.ts'
import { accessAnnotation, adoptAnnotation, creationAnnotation } from '../names.ts'
import { intersectPermissions, parseAccess, permissionsOf } from '../decision/permissions.ts'
import type { Absence, Circumstances, Creation } from '../decision/situation.ts'
import type { State } from '../decision/state.ts'

/** Inputs that are not stored on the object. */
export interface Surroundings {
  readonly now: number
  readonly state: State
  readonly isWaiting: boolean
  readonly isNeeded: boolean
  readonly isCompleted: boolean
  /** Whether an operation at the provider is in progress. */
  readonly isUnderWay: boolean
  /** Whether it is found by the last applied spec, but not by the current one. */
  readonly isElsewhere: boolean
  /** Whether the resource carries our ownership mark; `undefined` if the observation cannot tell. */
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
    permissions: intersectPermissions(
      parseAccess(annotations[accessAnnotation]),
      permissionsOf(machine.policies(object)),
    ),
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
 * A resource deleted by this process since its last creation needs no `removed` record. This includes a creation that only began:
 * the deletion came after it, and after `visibleWithin`, so a resource that is not visible now is gone.
 */
function removed(creation: Creation, isAsked: boolean): Creation {
  return isAsked && (creation === 'Done' || creation === 'Begun') ? 'Removed' : creation
}

/** A mark on the resource overrides the creation record. An adopted resource need not carry it. */
function claimed(record: CreationRecord | undefined, isOurs: boolean | undefined): Creation {
  const creation = creationOf(record)
  if (isOurs === true) return creation === 'None' ? 'Begun' : creation
  if (isOurs === false && record?.step !== 'adopted') return 'None'
  return creation
}

/** The creation record. A `begun` written by this process without a call after it is ignored. */
export function recordOf({ memory }: Pick<Machine, 'memory'>, { metadata }: KubeObject): CreationRecord | undefined {
  const written = metadata.annotations?.[creationAnnotation]
  const uncalled = memory.uncalled.get(metadata.uid)
  return uncalled !== undefined && uncalled.mark === written ? uncalled.before : parseCreation(written)
}
