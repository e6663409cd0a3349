/**
 * Several strategies share one budget. Each gets its share first, so that a strategy with many plans starves no other; the remainder goes
 * to those that have not finished.
 * See decision 0224.
 */
import type { Budget } from '../definition/budget.ts'
import type { StrategyRun } from './strategy-run.ts'

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
