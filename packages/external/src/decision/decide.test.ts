import { describe, expect, it } from 'vitest'
import { type Decision, decide, needsVerdict } from './decide.ts'
import { allPermissions, noPermissions } from './permissions.ts'
import { absences, creations, dependencyStandings, type Situation } from './situation.ts'
import { states, verdicts } from './state.ts'

const usual: Situation = {
  state: 'Pending',
  verdict: 'Missing',
  isDeleting: false,
  dependencies: 'Ready',
  permissions: allPermissions,
  creation: 'Done',
  absence: 'Plain',
  hasOwnName: false,
  adopts: false,
  needsCompletion: false,
}

const booleans = [false, true]

/** Every situation there is: all combinations of what each of its fields may be. */
function* situations(): Generator<Situation> {
  const fields = {
    state: states,
    verdict: verdicts,
    isDeleting: booleans,
    dependencies: dependencyStandings,
    creation: creations,
    absence: absences,
    hasOwnName: booleans,
    adopts: booleans,
    needsCompletion: booleans,
    create: booleans,
    update: booleans,
    delete: booleans,
  }
  for (const { create, update, delete: remove, ...rest } of combinations(Object.entries(fields))) {
    const permissions = { create, update, delete: remove, lateInitialize: true }
    yield { ...rest, permissions } as unknown as Situation
  }
}

function* combinations(fields: readonly (readonly [string, readonly unknown[]])[]): Generator<Record<string, unknown>> {
  const [first, ...others] = fields
  if (first === undefined) return yield {}
  const [name, values] = first
  for (const rest of combinations(others)) for (const value of values) yield { [name]: value, ...rest }
}

const everySituation = [...situations()]

const everyDecision = everySituation.map((situation) => decide(situation))

/** The first situation that breaks a rule, for the message; `undefined` if none does. */
function firstBreach(isBroken: (situation: Situation, decision: Decision) => boolean): Situation | undefined {
  return everySituation.find((situation, at) => isBroken(situation, everyDecision[at]!))
}

function isSame(one: Decision, two: Decision): boolean {
  const fields = ['does', 'state', 'why', 'orphans']
  const [left, right] = [one as Partial<Record<string, unknown>>, two as Partial<Record<string, unknown>>]
  return fields.every((field) => left[field] === right[field])
}

describe('in every one of 387,072 situations', () => {
  it('there is a decision, and the same each time', () => {
    let count = 0
    const breach = firstBreach((situation, decision) => {
      count++
      return !states.includes(decision.state) || !isSame(decide(situation), decision)
    })
    expect([count, breach]).toEqual([387_072, undefined])
  })

  it('nothing is called that is not permitted', () => {
    const breach = firstBreach(({ permissions }, { does, state }) => {
      if (does === 'create') return !permissions.create
      if (does === 'update') return !permissions.update
      return does === 'delete' && (!permissions.delete || (state === 'Recreating' && !permissions.create))
    })
    expect(breach).toBeUndefined()
  })

  it('nothing is made while something exists, might exist, or goes', () => {
    const breach = firstBreach(({ verdict, isDeleting, creation, absence, hasOwnName }, { does }) => {
      const isUnclear = creation === 'Begun' && !hasOwnName
      const isThere = absence === 'MayBeHidden' || absence === 'Elsewhere'
      const mightExist = verdict !== 'Missing' || (creation !== 'None' && (isThere || isUnclear))
      return does === 'create' && (mightExist || isDeleting)
    })
    expect(breach).toBeUndefined()
  })

  it('what is not ours is neither changed nor deleted', () => {
    const breach = firstBreach(
      ({ creation }, { does }) => creation === 'None' && (does === 'update' || does === 'delete'),
    )
    expect(breach).toBeUndefined()
  })

  it('an object goes only when what is ours is gone, or may stay', () => {
    const breach = firstBreach(({ isDeleting, verdict, permissions, creation }, decision) => {
      if (decision.does !== 'release') return false
      const mayStay = !permissions.delete || creation === 'None'
      return (
        !isDeleting ||
        (!mayStay && verdict !== 'Missing') ||
        decision.orphans !== (mayStay && (!permissions.delete || verdict !== 'Missing'))
      )
    })
    expect(breach).toBeUndefined()
  })

  it('an object goes only after what is ours was asked to go, or may stay', () => {
    const breach = firstBreach(
      ({ permissions, creation }, { does }) =>
        does === 'release' && permissions.delete && (creation === 'Done' || creation === 'Begun'),
    )
    expect(breach).toBeUndefined()
  })

  it('nothing is made again for good that never shows', () => {
    const breach = firstBreach(
      ({ creation, absence }, { does }) => does === 'create' && creation === 'Done' && absence === 'NeverShown',
    )
    expect(breach).toBeUndefined()
  })

  it('an object that goes is in no other state than Terminating, or a person is asked', () => {
    const breach = firstBreach(
      ({ isDeleting }, { does, state }) => isDeleting && state !== 'Terminating' && does !== 'refuse',
    )
    expect(breach).toBeUndefined()
  })

  it('nobody looks at what makes no difference', () => {
    const breach = firstBreach((situation, decision) => {
      if (needsVerdict(situation)) return false
      return verdicts.some((verdict) => !isSame(decide({ ...situation, verdict }), decision))
    })
    expect(breach).toBeUndefined()
  })

  it('success is claimed only for what is ready', () => {
    const breach = firstBreach(({ verdict }, { state }) => state === 'Succeeded' && verdict !== 'Ready')
    expect(breach).toBeUndefined()
  })
})

describe('the way of a resource', () => {
  const readOnly = { permissions: noPermissions }
  it.each<{ name: string; given: Partial<Situation>; next: Decision }>([
    { name: 'missing: made', given: { creation: 'None' }, next: { does: 'create', state: 'Creating' } },
    {
      name: 'missing, with a dependency that is not ready: waits',
      given: { dependencies: 'Waiting' },
      next: { does: 'wait', state: 'Pending', why: 'DependenciesNotReady' },
    },
    {
      name: 'succeeded, and a dependency degrades: waits again',
      given: { state: 'Succeeded', verdict: 'Ready', dependencies: 'Waiting' },
      next: { does: 'wait', state: 'Pending', why: 'DependenciesNotReady' },
    },
    {
      name: 'missing right after it was made: not made again',
      given: { absence: 'MayBeHidden' },
      next: { does: 'wait', state: 'Verifying', why: 'NotVisibleYet' },
    },
    {
      name: 'missing after a crash in the middle: a person decides',
      given: { creation: 'Begun' },
      next: { does: 'refuse', state: 'Failed', why: 'CreationAmbiguous' },
    },
    {
      name: 'missing after a crash in the middle, with a name of our own: made',
      given: { creation: 'Begun', hasOwnName: true },
      next: { does: 'create', state: 'Creating' },
    },
    {
      name: 'there after a crash in the middle: it is ours',
      given: { creation: 'Begun', verdict: 'Ready' },
      next: { does: 'adopt', state: 'Verifying' },
    },
    {
      name: 'there before us: refused',
      given: { creation: 'None', verdict: 'Ready' },
      next: { does: 'refuse', state: 'Failed', why: 'AlreadyExists' },
    },
    {
      name: 'there before us, and to be adopted',
      given: { creation: 'None', verdict: 'Ready', adopts: true },
      next: { does: 'adopt', state: 'Verifying' },
    },
    {
      name: 'there before us, with the permission to change it but not to make it: it is meant',
      given: { creation: 'None', verdict: 'Ready', permissions: { ...allPermissions, create: false } },
      next: { does: 'adopt', state: 'Verifying' },
    },
    {
      name: 'missing right after a call that nobody heard the answer of: not made again',
      given: { creation: 'Begun', hasOwnName: true, absence: 'MayBeHidden' },
      next: { does: 'wait', state: 'Verifying', why: 'NotVisibleYet' },
    },
    {
      name: 'deleted right after it was made: waited for, so that it does not stay behind',
      given: { isDeleting: true, absence: 'MayBeHidden' },
      next: { does: 'wait', state: 'Terminating', why: 'NotVisibleYet' },
    },
    {
      name: 'there before us, and only looked at',
      given: { creation: 'None', verdict: 'Ready', ...readOnly },
      next: { does: 'rest', state: 'Succeeded' },
    },
    {
      name: 'missing, and only looked at',
      given: { creation: 'None', ...readOnly },
      next: { does: 'refuse', state: 'Failed', why: 'CreateForbidden' },
    },
    {
      name: 'ready, with something left to do',
      given: { verdict: 'Ready', needsCompletion: true },
      next: { does: 'complete', state: 'Completing' },
    },
    { name: 'drifted: updated', given: { verdict: 'UpdateRequired' }, next: { does: 'update', state: 'Updating' } },
    {
      name: 'drifted beyond an update: goes, to be made anew',
      given: { verdict: 'RecreateRequired' },
      next: { does: 'delete', state: 'Recreating' },
    },
    {
      name: 'going, to be made anew: waits, as often as it takes',
      given: { state: 'Recreating', verdict: 'Deleting' },
      next: { does: 'wait', state: 'Recreating', why: 'BeingDeleted' },
    },
    {
      name: 'gone, to be made anew: made',
      given: { state: 'Recreating', creation: 'None' },
      next: { does: 'create', state: 'Creating' },
    },
    {
      name: 'to be made anew, and the wish was taken back: as it should be',
      given: { state: 'Recreating', verdict: 'Ready' },
      next: { does: 'rest', state: 'Succeeded' },
    },
    {
      name: 'failed, and the spec was corrected: updated',
      given: { state: 'Failed', verdict: 'UpdateRequired' },
      next: { does: 'update', state: 'Updating' },
    },
    {
      name: 'broken outside',
      given: { verdict: 'Error' },
      next: { does: 'refuse', state: 'Failed', why: 'Broken' },
    },
    {
      name: 'deleted while others need it: waits for them',
      given: { isDeleting: true, verdict: 'Ready', dependencies: 'Needed' },
      next: { does: 'wait', state: 'Terminating', why: 'StillNeeded' },
    },
    {
      name: 'deleted, asked to go before, and still there: asked again',
      given: { isDeleting: true, state: 'Terminating', verdict: 'Ready' },
      next: { does: 'delete', state: 'Terminating' },
    },
    {
      name: 'deleted without the permission: stays outside',
      given: { isDeleting: true, verdict: 'Ready', permissions: { ...allPermissions, delete: false } },
      next: { does: 'release', state: 'Terminating', orphans: true },
    },
    {
      name: 'deleted, with a dependency that is not ready: goes nevertheless',
      given: { isDeleting: true, verdict: 'Ready', dependencies: 'Waiting' },
      next: { does: 'delete', state: 'Terminating' },
    },
    {
      name: 'deleted, and there after a crash in the middle: it is ours, and known to be',
      given: { isDeleting: true, verdict: 'Ready', creation: 'Begun' },
      next: { does: 'adopt', state: 'Terminating' },
    },
    {
      name: 'deleted, and does not show: asked to go all the same',
      given: { isDeleting: true },
      next: { does: 'delete', state: 'Terminating' },
    },
    {
      name: 'deleted, asked to go, and gone',
      given: { isDeleting: true, creation: 'Removed' },
      next: { does: 'release', state: 'Terminating', orphans: false },
    },
    {
      name: 'deleted, and never made',
      given: { isDeleting: true, creation: 'None' },
      next: { does: 'release', state: 'Terminating', orphans: false },
    },
    {
      name: 'named otherwise: the one that was made is not left behind',
      given: { absence: 'Elsewhere' },
      next: { does: 'refuse', state: 'Failed', why: 'NameChanged' },
    },
    {
      name: 'named otherwise, and deleted: the one that was made goes',
      given: { isDeleting: true, absence: 'Elsewhere', creation: 'Removed' },
      next: { does: 'delete', state: 'Terminating' },
    },
    {
      name: 'made again and again, and never seen: a person decides',
      given: { absence: 'NeverShown' },
      next: { does: 'refuse', state: 'Failed', why: 'NeverShown' },
    },
  ])('$name', ({ given, next }) => expect(decide({ ...usual, ...given })).toEqual(next))
})
