/**
 * Several strategies share one budget. Each gets its share first, so that a strategy with many plans starves no other; the remainder goes
 * to those that have not finished.
 * See decision 0224.
 */
import type { Budget } from './definition/budget.ts'
import type { StrategyReport } from './report/report.ts'

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

/** @param runs in order of expected findings per plan */
export async function runInShares(runs: readonly StrategyRun[], budget: Budget): Promise<void> {
  const ended = new Set<StrategyRun>()
  const play = async (run: StrategyRun, until: { readonly isSpent: boolean }) => {
    while (!until.isSpent && !ended.has(run)) if ((await run.plays.next()).done === true) ended.add(run)
  }
  let weights = runs.reduce((sum, { weight }) => sum + weight, 0)
  for (const run of runs) {
    await play(run, budget.share(run.weight / weights))
    weights -= run.weight
  }
  for (const run of runs) await play(run, budget)
}
