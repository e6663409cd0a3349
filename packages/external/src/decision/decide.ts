/**
 * Decides the next step. Pure and total: every situation has exactly one decision.
 *
 * Principles, in order of evaluation:
 * - Deleting an object deletes its external resource, if we own it and are permitted to, after all its dependents are gone.
 * - Dependencies that are not ready are waited for. That is not a failure.
 * - An owned resource counts as gone only after its deletion was requested: an observation may be stale.
 * - Nothing is created twice. If the outcome of a creation is unknown, and no deterministic name can resolve it, a user must decide.
 * - Resources owned by others are left alone, unless adoption is requested.
 * - Nothing is done without permission. An impossible step is reported, and reconsidered on the next change.
 *
 * See decisions 0181 and 0185.
 */
import type { Circumstances, Situation } from './situation.ts'
import type { State } from './state.ts'

/** The next step for an external resource, with the state to store in the object: the result of `decide`. */
export type Decision =
  | { readonly does: 'create' | 'update' | 'delete' | 'complete' | 'adopt'; readonly state: State }
  | { readonly does: 'wait'; readonly state: State; readonly why: Wait }
  /** The resource is as desired. */
  | { readonly does: 'rest'; readonly state: 'Succeeded' }
  /** Nothing can be done until the user changes something. */
  | { readonly does: 'refuse'; readonly state: 'Failed'; readonly why: Refusal }
  /** The finalizer may be removed; with `orphans` the external resource stays. */
  | { readonly does: 'release'; readonly state: 'Terminating'; readonly orphans: boolean }

/** The reason for a decision to wait. None of them is a failure. */
export type Wait = 'DependenciesNotReady' | 'StillNeeded' | 'OperationUnderWay' | 'BeingDeleted' | 'NotVisibleYet'

/** The reason why a step is impossible until the user changes something. */
export type Refusal =
  | 'CreateForbidden'
  | 'UpdateForbidden'
  | 'RecreateForbidden'
  | 'CreationAmbiguous'
  | 'AlreadyExists'
  | 'NameChanged'
  | 'NeverShown'
  | 'Broken'

/** Whether the decision depends on an observation. If not, none is made. */
export function needsVerdict(circumstances: Circumstances): boolean {
  return beforeLooking(circumstances) === undefined
}

/** The next step for a situation. Pure and total: every situation has exactly one decision. */
export function decide(situation: Situation): Decision {
  return beforeLooking(situation) ?? (situation.isDeleting ? decideDeletion(situation) : decideByVerdict(situation))
}

/** Decisions that need no observation. */
function beforeLooking({ isDeleting, dependencies, permissions }: Circumstances): Decision | undefined {
  if (isDeleting) {
    if (dependencies === 'Needed') return { does: 'wait', state: 'Terminating', why: 'StillNeeded' }
    return permissions.delete ? undefined : { does: 'release', state: 'Terminating', orphans: true }
  }
  return dependencies === 'Waiting' ? { does: 'wait', state: 'Pending', why: 'DependenciesNotReady' } : undefined
}

function decideDeletion(situation: Situation): Decision {
  const { verdict, creation } = situation
  if (verdict === 'Missing') return outOfSight(situation) ?? decideLastDeletion(situation)
  if (creation === 'None') return { does: 'release', state: 'Terminating', orphans: true }
  // Record ownership first: once the resource is gone, its creation would stay ambiguous.
  if (creation === 'Begun') return { does: 'adopt', state: 'Terminating' }
  if (verdict === 'Deleting') return { does: 'wait', state: 'Terminating', why: 'BeingDeleted' }
  return { does: 'delete', state: 'Terminating' }
}

/** Not visible. An owned resource is deleted once anyway: it costs a call, and one missed by a stale observation would leak. */
function decideLastDeletion({ creation, absence }: Situation): Decision {
  const isElsewhere = absence === 'Elsewhere' && creation !== 'None'
  if (isElsewhere && creation === 'Begun') return { does: 'adopt', state: 'Terminating' }
  const isOver = creation === 'None' || creation === 'Removed'
  return isOver && !isElsewhere
    ? { does: 'release', state: 'Terminating', orphans: false }
    : { does: 'delete', state: 'Terminating' }
}

function decideByVerdict(situation: Situation): Decision {
  const { verdict } = situation
  if (verdict === 'Missing') return decideMissing(situation)
  if (verdict === 'Deleting') return wait(situation.state === 'Recreating' ? 'Recreating' : 'Verifying', 'BeingDeleted')
  return decideOwnership(situation) ?? decideExisting(situation)
}

function decideMissing(situation: Situation): Decision {
  const hidden = outOfSight(situation)
  if (hidden !== undefined) return hidden
  if (situation.creation !== 'None' && situation.absence === 'Elsewhere') return refuse('NameChanged')
  if (situation.creation === 'Done' && situation.absence === 'NeverShown') return refuse('NeverShown')
  return situation.permissions.create ? { does: 'create', state: 'Creating' } : refuse('CreateForbidden')
}

/** It is not visible, but may exist. With a name of our choice it will become visible eventually; otherwise it is ambiguous. */
function outOfSight({ creation, absence, hasOwnName, isDeleting }: Situation): Decision | undefined {
  if (creation === 'None') return undefined
  if (absence === 'MayBeHidden') return wait(isDeleting ? 'Terminating' : 'Verifying', 'NotVisibleYet')
  const isFound = hasOwnName || absence === 'Elsewhere'
  return creation === 'Begun' && !isFound ? refuse('CreationAmbiguous') : undefined
}

/** The resource exists and is not ours. Read-only access needs no ownership. */
function decideOwnership({ creation, adopts, permissions }: Situation): Decision | undefined {
  if (creation !== 'None') return creation === 'Begun' ? { does: 'adopt', state: 'Verifying' } : undefined
  const isReadOnly = !permissions.create && !permissions.update && !permissions.delete
  if (isReadOnly) return undefined
  // Permission to update but not to create implies a pre-existing resource.
  return adopts || !permissions.create ? { does: 'adopt', state: 'Verifying' } : refuse('AlreadyExists')
}

function decideExisting({ verdict, state, permissions, needsCompletion }: Situation): Decision {
  switch (verdict) {
    case 'Ready':
      return needsCompletion ? { does: 'complete', state: 'Completing' } : { does: 'rest', state: 'Succeeded' }
    case 'UpdateRequired':
      return permissions.update ? { does: 'update', state: 'Updating' } : refuse('UpdateForbidden')
    case 'RecreateRequired':
      return permissions.delete && permissions.create
        ? { does: 'delete', state: 'Recreating' }
        : refuse('RecreateForbidden')
    case 'InProgress':
      return wait(state === 'Recreating' ? 'Recreating' : 'Verifying', 'OperationUnderWay')
    default:
      return refuse('Broken')
  }
}

function wait(state: State, why: Wait): Decision {
  return { does: 'wait', state, why }
}

function refuse(why: Refusal): Decision {
  return { does: 'refuse', state: 'Failed', why }
}
