/**
 * What to do next. Pure and total: every situation has exactly one decision, and the same situation always has the same.
 *
 * Principles, in the order in which they are asked:
 * - An object that goes takes its external resource along, if that is ours and we may; and waits for whatever needs it.
 * - What is not ready to be depended on is waited for. That is no failure.
 * - What is ours goes only after it was asked to: a look may miss what is there.
 * - Nothing is made twice. When nobody knows whether it was made, and no name of our own can tell, a person has to say.
 * - What belongs to somebody else is left alone, unless we are told to adopt it.
 * - Nothing is done that is not permitted; what cannot be done is said, and tried again when something changes.
 */
import type { Circumstances, Situation } from './situation.ts'
import type { State } from './state.ts'

export type Decision =
  | { readonly does: 'create' | 'update' | 'delete' | 'complete' | 'adopt'; readonly state: State }
  | { readonly does: 'wait'; readonly state: State; readonly why: Wait }
  /** It is as it should be. */
  | { readonly does: 'rest'; readonly state: 'Succeeded' }
  /** Nothing can be done until somebody changes something. */
  | { readonly does: 'refuse'; readonly state: 'Failed'; readonly why: Refusal }
  /** The object may go; `orphans` says that what it stood for stays. */
  | { readonly does: 'release'; readonly state: 'Terminating'; readonly orphans: boolean }

export type Wait = 'DependenciesNotReady' | 'StillNeeded' | 'OperationUnderWay' | 'BeingDeleted' | 'NotVisibleYet'

export type Refusal =
  | 'CreateForbidden'
  | 'UpdateForbidden'
  | 'RecreateForbidden'
  | 'CreationAmbiguous'
  | 'AlreadyExists'
  | 'NameChanged'
  | 'NeverShown'
  | 'Broken'

/** Whether the decision depends on what a look at the external resource says. If not, nobody looks. */
export function needsVerdict(circumstances: Circumstances): boolean {
  return beforeLooking(circumstances) === undefined
}

export function decide(situation: Situation): Decision {
  return beforeLooking(situation) ?? (situation.isDeleting ? decideDeletion(situation) : decideByVerdict(situation))
}

/** What is decided whatever the external resource looks like. */
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
  // Written down first: once it is gone, nobody could tell any more that there is nothing left.
  if (creation === 'Begun') return { does: 'adopt', state: 'Terminating' }
  if (verdict === 'Deleting') return { does: 'wait', state: 'Terminating', why: 'BeingDeleted' }
  return { does: 'delete', state: 'Terminating' }
}

/** Nothing shows. What is ours is asked to go all the same, once: that costs a call, and what a look missed would stay for good. */
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

/** It does not show, and may exist all the same. With a name of our own it would show sooner or later; without one, nobody knows. */
function outOfSight({ creation, absence, hasOwnName, isDeleting }: Situation): Decision | undefined {
  if (creation === 'None') return undefined
  if (absence === 'MayBeHidden') return wait(isDeleting ? 'Terminating' : 'Verifying', 'NotVisibleYet')
  const isFound = hasOwnName || absence === 'Elsewhere'
  return creation === 'Begun' && !isFound ? refuse('CreationAmbiguous') : undefined
}

/** Something exists that we did not make. Whoever may change nothing only looks at it: that needs no ownership. */
function decideOwnership({ creation, adopts, permissions }: Situation): Decision | undefined {
  if (creation !== 'None') return creation === 'Begun' ? { does: 'adopt', state: 'Verifying' } : undefined
  const isReadOnly = !permissions.create && !permissions.update && !permissions.delete
  if (isReadOnly) return undefined
  // Whoever may not make it, and may change it, speaks of one that was there before.
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
