/** The results of planning. */
import type { GlobalState } from '../global-state.ts'
import type { Step } from '../step.ts'

/** A cheapest path from one global state to another. */
export interface Plan {
  readonly status: 'found'
  /** All steps, including handled faults. */
  readonly steps: readonly Step[]
  /** The steps as text, such as `db.run`. */
  readonly lines: readonly string[]
  readonly cost: number
  readonly from: GlobalState
  readonly to: GlobalState
  /** For each step, the steps that must be done before it starts. Unordered steps may run in parallel. */
  readonly order: readonly (readonly number[])[]
  /** Steps grouped by the earliest time they can start. */
  readonly waves: readonly (readonly number[])[]
  /** Global states explored. */
  readonly explored: number
}

/** Why there is no plan. */
export interface NoPlan {
  /** `unreachable` is proved; `truncated` means that the search reached its limit, and a plan may exist. */
  readonly status: 'unreachable' | 'truncated'
  readonly steps?: undefined
  readonly lines?: undefined
  readonly reason: string
  readonly explored: number
}
