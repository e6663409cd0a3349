/** Options of an exploration: its strategies, their limits and the budget. */
import type { Externals } from '../world/external-call.ts'
import type { BudgetOption } from './budget.ts'
import type { Exploration } from './exploration.ts'

/** How plans are generated. */
export type Strategy =
  /** Every single fault at every moment of the run without faults. */
  | 'single'
  /**
   * Every outage that lasts from one user step until a later one: a call, a kind, an external service or the link to another cluster
   * fails.
   */
  | 'outages'
  /** Declarations that are changed or reverted, compared with declaring them at once; and other values from the schema. */
  | 'declarations'
  /** Two or three random faults. */
  | 'combined'
  /** Random interleavings, with or without a fault. */
  | 'random'
  /** Interleavings with few priority changes. */
  | 'pct'
  /** Every interleaving, then also with one fault, within the limits of the search. */
  | 'depth-first'

/** Options of `explore`, `replay` and `defineExploration`. */
export interface ExploreOptions<Outside extends Externals = Externals> extends Exploration<Outside> {
  /** The same seed gives the same exploration. @default 'kubewright' */
  readonly seed?: string | number
  /** The limit on time and runs. @default '60s' */
  readonly budget?: BudgetOption
  /** @default all */
  readonly strategies?: readonly Strategy[]
  /** The number of plans that `combined`, `random` and `pct` each draw. @default 50 */
  readonly draws?: number
  /** Limits of `depth-first`. */
  readonly search?: SearchLimits
  /** Whether to report which of the operator's code ran without faults, only with them, or never. @default false */
  readonly coverage?: boolean
  /** Receives the progress after each run. */
  readonly onProgress?: (progress: Progress) => void
  /** When aborted, the exploration ends after the run in flight, and reports its findings so far. @default none */
  readonly signal?: AbortSignal
}

/** Limits of the strategy `depth-first`. */
export interface SearchLimits {
  /** The number of choices of a run that are fully explored; later ones take the default order. @default 40 */
  readonly depth?: number
  /** The maximum number of distinct states to store. @default 10_000 */
  readonly states?: number
  /** @default as many as `draws` */
  readonly runs?: number
  /**
   * The maximum number of faults in one run. All orders are tried without faults first, then with one, and so on.
   *
   * @default 1
   */
  readonly faults?: number
}

/** The progress of an exploration after a run, for `onProgress`. */
export interface Progress {
  readonly strategy: string
  readonly runs: number
  /** The number of plans known so far. */
  readonly plans: number
  /** The number of faults in all runs together. */
  readonly faults: number
  readonly failures: number
}
