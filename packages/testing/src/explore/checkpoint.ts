/** What there is at one moment of a run. */
import type { CanonicalState } from './canonical-state.ts'
import type { Beside } from './interference.ts'
import type { ListedObject } from './listed-objects.ts'

/** All is quiet after a step, or after a wait, and nothing is held back. */
export interface Checkpoint {
  readonly step: number
  /** How often the user has waited. */
  readonly waits: number
  /** When it was, in milliseconds since the run began. */
  readonly at: number
  readonly state: CanonicalState
  /** What things outside hold, by name. */
  readonly outside: ReadonlyMap<string, string>
  /** As the server has them, for those who want to make them again. */
  readonly declared: readonly ListedObject[]
  /** What is there that the operator made. */
  readonly made: readonly string[]
  /** What the user has done so far beside declaring. */
  readonly beside: Beside
}

/** The earliest times at which checkpoints may be, by their keys. */
export type Moments = ReadonlyMap<string, number>

/** The same for the same place of a scenario. */
export function momentKey({ step, waits }: Pick<Checkpoint, 'step' | 'waits'>): string {
  return `${step}/${waits}`
}
