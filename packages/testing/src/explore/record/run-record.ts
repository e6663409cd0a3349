/** The record of one run, which other modules judge. */
import type { Plan, PlannedFault } from '../plan/plan.ts'
import type { Finding } from '../trace/finding.ts'
import type { Trace } from '../trace/trace.ts'
import type { Checkpoint } from './checkpoint.ts'

export interface RunRecord {
  readonly plan: Plan
  readonly trace: Trace
  readonly checkpoints: readonly Checkpoint[]
  /** Findings that need no comparison. */
  readonly findings: readonly Finding[]
  readonly creations: ReadonlyMap<string, number>
  /** Creations for owners that were deleted or being deleted. */
  readonly orphans: ReadonlyMap<string, number>
  readonly deletions: ReadonlyMap<string, number>
  /** When each wait of the user ended, in milliseconds since the start of the run. */
  readonly waitEnds: readonly number[]
  /** Faults whose moment never came. */
  readonly unused: readonly PlannedFault[]
  /** The run was cut short in a state that had been explored. */
  readonly isKnown: boolean
  /** Whether code received virtual time or randomness in place of real ones: other runs have to be traced too. */
  readonly isGivenTime: boolean
  /** Whether the server can be reused for another run. */
  readonly isServerClean: boolean
  /** The operator may have used a real API in an untraced run: this run is void. */
  readonly isSuspect: boolean
}
