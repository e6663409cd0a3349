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

/** Every situation: all combinations of the values of its fields. */
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

describe('the decision for an external resource, in each of 387,072 situations', () => {
  it('exists and is deterministic', () => {
    let count = 0
    const breach = firstBreach((situation, decision) => {
      count++
      return !states.includes(decision.state) || !isSame(decide(situation), decision)
    })
    expect([count, breach]).toEqual([387_072, undefined])
  })

  it('calls nothing that is not permitted', () => {
    const breach = firstBreach(({ permissions }, { does, state }) => {
      if (does === 'create') return !permissions.create
      if (does === 'update') return !permissions.update
      return does === 'delete' && (!permissions.delete || (state === 'Recreating' && !permissions.create))
    })
    expect(breach).toBeUndefined()
  })

  it('creates nothing while the resource exists, might exist, or its object is being deleted', () => {
    const breach = firstBreach(({ verdict, isDeleting, creation, absence, hasOwnName }, { does }) => {
      const isUnclear = creation === 'Begun' && !hasOwnName
      const isThere = absence === 'MayBeHidden' || absence === 'Elsewhere'
      const mightExist = verdict !== 'Missing' || (creation !== 'None' && (isThere || isUnclear))
      return does === 'create' && (mightExist || isDeleting)
    })
    expect(breach).toBeUndefined()
  })

  it('neither updates nor deletes a resource that was not created or adopted', () => {
    const breach = firstBreach(
      ({ creation }, { does }) => creation === 'None' && (does === 'update' || does === 'delete'),
    )
    expect(breach).toBeUndefined()
  })

  it('removes the finalizer only when the resource is gone, or may stay', () => {
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

  it('removes the finalizer only after a delete was requested, or if the resource may stay', () => {
    const breach = firstBreach(
      ({ permissions, creation }, { does }) =>
        does === 'release' && permissions.delete && (creation === 'Done' || creation === 'Begun'),
    )
    expect(breach).toBeUndefined()
  })

  it('does not recreate forever a resource that never becomes visible', () => {
    const breach = firstBreach(
      ({ creation, absence }, { does }) => does === 'create' && creation === 'Done' && absence === 'NeverShown',
    )
    expect(breach).toBeUndefined()
  })

  it('has the state Terminating while the object is being deleted, unless it is refused', () => {
    const breach = firstBreach(
      ({ isDeleting }, { does, state }) => isDeleting && state !== 'Terminating' && does !== 'refuse',
    )
    expect(breach).toBeUndefined()
  })

  it('does not depend on an observation that it declares unnecessary', () => {
    const breach = firstBreach((situation, decision) => {
      if (needsVerdict(situation)) return false
      return verdicts.some((verdict) => !isSame(decide({ ...situation, verdict }), decision))
    })
    expect(breach).toBeUndefined()
  })

  it('claims success only for a resource that is ready', () => {
    const breach = firstBreach(({ verdict }, { state }) => state === 'Succeeded' && verdict !== 'Ready')
    expect(breach).toBeUndefined()
  })
})

describe('the decision for an external resource', () => {
  const readOnly = { permissions: noPermissions }
  it.each<{ name: string; given: Partial<Situation>; next: Decision }>([
    { name: 'missing: create', given: { creation: 'None' }, next: { does: 'create', state: 'Creating' } },
    {
      name: 'missing, with a dependency that is not ready: wait',
      given: { dependencies: 'Waiting' },
      next: { does: 'wait', state: 'Pending', why: 'DependenciesNotReady' },
    },
    {
      name: 'succeeded, and a dependency is no longer ready: wait',
      given: { state: 'Succeeded', verdict: 'Ready', dependencies: 'Waiting' },
      next: { does: 'wait', state: 'Pending', why: 'DependenciesNotReady' },
    },
    {
      name: 'missing right after its creation: do not create again',
      given: { absence: 'MayBeHidden' },
      next: { does: 'wait', state: 'Verifying', why: 'NotVisibleYet' },
    },
    {
      name: 'missing after a crash during create: refuse, a person decides',
      given: { creation: 'Begun' },
      next: { does: 'refuse', state: 'Failed', why: 'CreationAmbiguous' },
    },
    {
      name: 'missing after a crash during create, with a name of our own: create',
      given: { creation: 'Begun', hasOwnName: true },
      next: { does: 'create', state: 'Creating' },
    },
    {
      name: 'present after a crash during create: treat as created by us',
      given: { creation: 'Begun', verdict: 'Ready' },
      next: { does: 'adopt', state: 'Verifying' },
    },
    {
      name: 'present before any create: refuse',
      given: { creation: 'None', verdict: 'Ready' },
      next: { does: 'refuse', state: 'Failed', why: 'AlreadyExists' },
    },
    {
      name: 'present before any create, with adoption: adopt',
      given: { creation: 'None', verdict: 'Ready', adopts: true },
      next: { does: 'adopt', state: 'Verifying' },
    },
    {
      name: 'present before any create, with permission to update but not to create: adopt',
      given: { creation: 'None', verdict: 'Ready', permissions: { ...allPermissions, create: false } },
      next: { does: 'adopt', state: 'Verifying' },
    },
    {
      name: 'missing right after a create whose response was lost: do not create again',
      given: { creation: 'Begun', hasOwnName: true, absence: 'MayBeHidden' },
      next: { does: 'wait', state: 'Verifying', why: 'NotVisibleYet' },
    },
    {
      name: 'object deleted right after the create: wait, so that the resource is not orphaned',
      given: { isDeleting: true, absence: 'MayBeHidden' },
      next: { does: 'wait', state: 'Terminating', why: 'NotVisibleYet' },
    },
    {
      name: 'present before any create, read-only: observe',
      given: { creation: 'None', verdict: 'Ready', ...readOnly },
      next: { does: 'rest', state: 'Succeeded' },
    },
    {
      name: 'missing, read-only: refuse',
      given: { creation: 'None', ...readOnly },
      next: { does: 'refuse', state: 'Failed', why: 'CreateForbidden' },
    },
    {
      name: 'ready, with a completion step left: complete',
      given: { verdict: 'Ready', needsCompletion: true },
      next: { does: 'complete', state: 'Completing' },
    },
    { name: 'drifted: update', given: { verdict: 'UpdateRequired' }, next: { does: 'update', state: 'Updating' } },
    {
      name: 'drifted in an immutable field: delete to recreate',
      given: { verdict: 'RecreateRequired' },
      next: { does: 'delete', state: 'Recreating' },
    },
    {
      name: 'being deleted to recreate: wait',
      given: { state: 'Recreating', verdict: 'Deleting' },
      next: { does: 'wait', state: 'Recreating', why: 'BeingDeleted' },
    },
    {
      name: 'deleted to recreate: create',
      given: { state: 'Recreating', creation: 'None' },
      next: { does: 'create', state: 'Creating' },
    },
    {
      name: 'to be recreated, but the spec was reverted: succeed',
      given: { state: 'Recreating', verdict: 'Ready' },
      next: { does: 'rest', state: 'Succeeded' },
    },
    {
      name: 'failed, and the spec was corrected: update',
      given: { state: 'Failed', verdict: 'UpdateRequired' },
      next: { does: 'update', state: 'Updating' },
    },
    {
      name: 'broken at the provider: refuse',
      given: { verdict: 'Error' },
      next: { does: 'refuse', state: 'Failed', why: 'Broken' },
    },
    {
      name: 'object deleted while dependants exist: wait for them',
      given: { isDeleting: true, verdict: 'Ready', dependencies: 'Needed' },
      next: { does: 'wait', state: 'Terminating', why: 'StillNeeded' },
    },
    {
      name: 'object deleted, delete requested before, and still present: delete again',
      given: { isDeleting: true, state: 'Terminating', verdict: 'Ready' },
      next: { does: 'delete', state: 'Terminating' },
    },
    {
      name: 'object deleted without permission to delete: orphan the resource',
      given: { isDeleting: true, verdict: 'Ready', permissions: { ...allPermissions, delete: false } },
      next: { does: 'release', state: 'Terminating', orphans: true },
    },
    {
      name: 'object deleted, with a dependency that is not ready: delete anyway',
      given: { isDeleting: true, verdict: 'Ready', dependencies: 'Waiting' },
      next: { does: 'delete', state: 'Terminating' },
    },
    {
      name: 'object deleted, and present after a crash during create: treat as ours, then delete',
      given: { isDeleting: true, verdict: 'Ready', creation: 'Begun' },
      next: { does: 'adopt', state: 'Terminating' },
    },
    {
      name: 'object deleted, and the resource is not visible: delete anyway',
      given: { isDeleting: true },
      next: { does: 'delete', state: 'Terminating' },
    },
    {
      name: 'object deleted, delete requested, and gone: release',
      given: { isDeleting: true, creation: 'Removed' },
      next: { does: 'release', state: 'Terminating', orphans: false },
    },
    {
      name: 'object deleted, and never created: release',
      given: { isDeleting: true, creation: 'None' },
      next: { does: 'release', state: 'Terminating', orphans: false },
    },
    {
      name: 'name changed: refuse, because the created resource would be orphaned',
      given: { absence: 'Elsewhere' },
      next: { does: 'refuse', state: 'Failed', why: 'NameChanged' },
    },
    {
      name: 'name changed, and object deleted: delete the created resource',
      given: { isDeleting: true, absence: 'Elsewhere', creation: 'Removed' },
      next: { does: 'delete', state: 'Terminating' },
    },
    {
      name: 'created repeatedly and never visible: refuse, a person decides',
      given: { absence: 'NeverShown' },
      next: { does: 'refuse', state: 'Failed', why: 'NeverShown' },
    },
  ])('$name', ({ given, next }) => expect(decide({ ...usual, ...given })).toEqual(next))
})
