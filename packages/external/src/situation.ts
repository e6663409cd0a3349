/** Everything a decision depends on. */
import type { Permissions } from './permissions.ts'
import type { State, Verdict } from './state.ts'

export interface Situation extends Circumstances {
  readonly verdict: Verdict
}

/** What is known before anybody looks at the external resource. */
export interface Circumstances {
  /** As the status says; `Pending` for an object nobody has seen yet. */
  readonly state: State
  /** Whether the object was asked to go. */
  readonly isDeleting: boolean
  readonly dependencies: Dependencies
  readonly permissions: Permissions
  readonly creation: Creation
  /** What it means if it does not show. */
  readonly absence: Absence
  /** Whether the external resource is found by a name that we chose: making it twice is impossible then. */
  readonly hasOwnName: boolean
  /** Whether a resource that was there before us is taken over. */
  readonly adopts: boolean
  /** Whether there is something to do once it is ready that was not done for it as it is now. */
  readonly needsCompletion: boolean
}

/** Whether everything it depends on is ready; whether something still depends on it. */
export const dependencyStandings = ['Ready', 'Waiting', 'Needed'] as const
export type Dependencies = (typeof dependencyStandings)[number]

export const creations = [
  /** We did not make it, and nobody said that we should keep it. */
  'None',
  /** We were about to: whether the call got through, nobody knows. */
  'Begun',
  /** We did, or took it over. */
  'Done',
  /** We did, and have asked it to go since. */
  'Removed',
] as const
export type Creation = (typeof creations)[number]

export const absences = [
  /** Nothing speaks against its being gone. */
  'Plain',
  /** It was asked for a moment ago, or something is under way: it may not show yet. */
  'MayBeHidden',
  /** It is found by the spec that it was made from, and not by the spec as it is. */
  'Elsewhere',
  /** It was made again and again, and never showed. */
  'NeverShown',
] as const
export type Absence = (typeof absences)[number]
