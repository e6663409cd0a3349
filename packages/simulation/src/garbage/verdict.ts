/** Decides what to do with an object, given the states of its owners. Pure. */
import type { OwnerReference } from '@kubewright/core'
import { foregroundFinalizer, orphanFinalizer } from './owner-graph.ts'

/** `solid`: exists, and is not in foreground deletion. `absent`: deleted, or never existed. `waiting`: in foreground deletion. */
export type OwnerState = 'solid' | 'absent' | 'waiting'

export interface JudgedOwner {
  readonly reference: OwnerReference
  readonly state: OwnerState
}

export type Propagation = 'Foreground' | 'Background' | 'Orphan'

export type Verdict =
  | { readonly type: 'keep' }
  /** The object stays, with only these owners. */
  | { readonly type: 'disown'; readonly owners: readonly OwnerReference[] }
  /** `unblocks`: the waiting owner is also a dependent, and this cycle has to be broken. */
  | { readonly type: 'delete'; readonly propagation: Propagation; readonly unblocks: boolean }

/** The state of the object itself. */
export interface Subject {
  readonly finalizers: readonly string[]
  readonly hasDependents: boolean
  /** Whether one of its dependents is in foreground deletion. */
  readonly hasWaitingDependents: boolean
}

export function verdictOn(owners: readonly JudgedOwner[], subject: Subject): Verdict {
  if (owners.length === 0) return { type: 'keep' }
  const kept = owners.filter(({ state }) => state === 'solid').map(({ reference }) => reference)
  if (kept.length === owners.length) return { type: 'keep' }
  if (kept.length > 0) return { type: 'disown', owners: kept }
  const isAwaited = owners.some(({ state }) => state === 'waiting') && subject.hasDependents
  if (isAwaited) return { type: 'delete', propagation: 'Foreground', unblocks: subject.hasWaitingDependents }
  return { type: 'delete', propagation: propagationOf(subject.finalizers), unblocks: false }
}

/** The propagation that was requested before, if any. */
function propagationOf(finalizers: readonly string[]): Propagation {
  if (finalizers.includes(orphanFinalizer)) return 'Orphan'
  return finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background'
}
