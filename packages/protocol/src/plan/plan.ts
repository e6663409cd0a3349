/** What planning answers. */
import type { GlobalState } from '../global-state.ts'
import type { Step } from '../step.ts'

/** A way from one global state to another that costs least. */
export interface Plan {
  readonly status: 'found'
  /** Every step, faults that are handled on the way included. */
  readonly steps: readonly Step[]
  /** The steps as text, such as `db.run`. */
  readonly lines: readonly string[]
  readonly cost: number
  readonly from: GlobalState
  readonly to: GlobalState
  /** For each step the steps that must be done before it starts. What is not ordered may run in parallel. */
  readonly order: readonly (readonly number[])[]
  /** Steps grouped by the earliest moment they can start. */
  readonly waves: readonly (readonly number[])[]
  /** Global states that were looked at. */
  readonly explored: number
}

/** Why there is no plan. */
export interface NoPlan {
  /** `unreachable` is proved; `truncated` means that the search gave up at its limit, and a plan may exist. */
  readonly status: 'unreachable' | 'truncated'
  readonly steps?: undefined
  readonly lines?: undefined
  readonly reason: string
  readonly explored: number
}
