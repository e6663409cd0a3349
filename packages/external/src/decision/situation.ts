/** All inputs of a decision. */
import type { Permissions } from './permissions.ts'
import type { State, Verdict } from './state.ts'

/** All inputs of `decide`: the circumstances of the object and the result of the observation. */
export interface Situation extends Circumstances {
  readonly verdict: Verdict
}

/** The inputs known before an observation. */
export interface Circumstances {
  /** The stored state; `Pending` for a new object. */
  readonly state: State
  /** Whether the object is being deleted. */
  readonly isDeleting: boolean
  readonly dependencies: Dependencies
  readonly permissions: Permissions
  readonly creation: Creation
  /** How to interpret a missing resource. */
  readonly absence: Absence
  /** Whether the resource has a name of our choice: it cannot be created twice then. */
  readonly hasOwnName: boolean
  /** Whether a pre-existing resource is adopted. */
  readonly adopts: boolean
  /** Whether a completion step is configured and has not run for the current state. */
  readonly needsCompletion: boolean
}

/** `Needed`: dependents of the object still exist. `Waiting`: a dependency is not ready. `Ready`: neither. */
export const dependencyStandings = ['Ready', 'Waiting', 'Needed'] as const
/** The standing of the dependencies and dependents of an object: one of `dependencyStandings`. */
export type Dependencies = (typeof dependencyStandings)[number]

/** The states of ownership of an external resource, as derived from its creation record. */
export const creations = [
  /** Not created or adopted by us. */
  'None',
  /** About to be created: the outcome of the call is unknown. */
  'Begun',
  /** Created or adopted by us. */
  'Done',
  /** Created by us, and deletion requested since. */
  'Removed',
] as const
/** The ownership of an external resource: one of `creations`. */
export type Creation = (typeof creations)[number]

/** The possible meanings of an external resource that an observation does not find. */
export const absences = [
  /** It is gone, as far as is known. */
  'Plain',
  /** Created recently, or an operation is in progress: it may not be visible yet. */
  'MayBeHidden',
  /** Found by the last applied spec, but not by the current one. */
  'Elsewhere',
  /** Created repeatedly, and never visible. */
  'NeverShown',
] as const
/** The meaning of an external resource that an observation does not find: one of `absences`. */
export type Absence = (typeof absences)[number]
