/** The observed state at one moment of a run. */
import type { CanonicalState } from '../state/canonical-state.ts'
import type { Beside } from '../state/interference.ts'
import type { DeclaredListedObject } from '../state/listed-objects.ts'

/** Taken when the cluster is idle after a step or a wait, and no events are held back. */
export interface Checkpoint {
  readonly step: number
  /** The number of waits of the user so far. */
  readonly waits: number
  /** The time in milliseconds since the start of the run. */
  readonly at: number
  readonly state: CanonicalState
  /** The state of external services, by name. */
  readonly outside: ReadonlyMap<string, string>
  /** The user's objects as stored by the server, with the user's declarations, so that they can be created again. */
  readonly declared: readonly DeclaredListedObject[]
  /** The existing objects that the operator created. */
  readonly made: readonly string[]
  /** The user's actions so far other than declaring objects. */
  readonly beside: Beside
}

/** The earliest times of checkpoints, by their keys. See decision 0286. */
export type Moments = ReadonlyMap<string, number>

/** Identifies a place in a scenario. */
export function momentKey({ step, waits }: Pick<Checkpoint, 'step' | 'waits'>): string {
  return `${step}/${waits}`
}
