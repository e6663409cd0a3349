/** What becomes of an object whose owners are known. Pure. */
import type { OwnerReference } from '@kubewright/core'
import { foregroundFinalizer, orphanFinalizer } from './owner-graph.ts'

/** `solid`: there, to stay. `absent`: gone, or never there. `waiting`: about to go, after its dependents. */
export type OwnerState = 'solid' | 'absent' | 'waiting'

export interface JudgedOwner {
  readonly reference: OwnerReference
  readonly state: OwnerState
}

export type Propagation = 'Foreground' | 'Background' | 'Orphan'

export type Verdict =
  | { readonly type: 'keep' }
  /** It stays, without those owners. */
  | { readonly type: 'disown'; readonly owners: readonly OwnerReference[] }
  /** `unblocks`: the owner that waits for it is its own dependent, and one of them has to give. */
  | { readonly type: 'delete'; readonly propagation: Propagation; readonly unblocks: boolean }

/** What is known of the object itself. */
export interface Subject {
  readonly finalizers: readonly string[]
  readonly hasDependents: boolean
  /** Whether one of its dependents waits for its own dependents. */
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

/** As it was asked for before, if it was. */
function propagationOf(finalizers: readonly string[]): Propagation {
  if (finalizers.includes(orphanFinalizer)) return 'Orphan'
  return finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background'
}
