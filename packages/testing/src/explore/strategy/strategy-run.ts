/** The execution of one strategy: a sequence of runs, and the results of its plans. */
import type { ExploreOptions, Strategy } from '../definition/explore-options.ts'
import type { Plan } from '../plan/plan.ts'
import type { RunRecord } from '../record/run-record.ts'
import type { StrategyReport } from '../report/report.ts'
import type { Externals } from '../world/external-call.ts'
import type { Played, PlanJudge } from './plan-judge.ts'

export interface StrategyRun {
  /** Relative to the other runs. */
  readonly weight: number
  /** Runs one more plan on each `next()`, until none is left. */
  readonly plays: AsyncIterator<void>
  report(): StrategyReport
  /** The number of plans that did not run, as text; `undefined` if all did. */
  skipped(): string | undefined
  /** The parts that the strategy's own limits cut off. */
  cut(): readonly string[]
}

/** The collaborators of every strategy. */
export interface StrategyParts<Outside extends Externals> {
  readonly options: ExploreOptions<Outside>
  readonly seed: string
  /** The run without faults. */
  readonly reference: RunRecord
  readonly judge: PlanJudge<Outside>
  /** Runs a plan, and records its findings. */
  readonly play: (plan: Plan) => Promise<Played>
  /** Records the findings of a run. */
  readonly note: (played: Played) => void
  /** Called after each run. @param plans the number of plans known so far */
  readonly progress: (strategy: string, plans: number) => void
}

/** In this order, with these shares of the budget: the most productive strategies come first. */
export const shares: Readonly<Record<Strategy, number>> = {
  single: 35,
  outages: 10,
  declarations: 15,
  combined: 10,
  random: 10,
  pct: 10,
  'depth-first': 10,
}
