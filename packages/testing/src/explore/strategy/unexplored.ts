/** What an exploration left out, and why, as text. Pure. */
import type { TraceEntry } from '../trace/trace.ts'
import { hasWritten } from '../verdict/idle-operator.ts'
import type { StrategyRun } from './strategy-run.ts'

export interface ExploredParts {
  readonly strategies: readonly Pick<StrategyRun, 'report' | 'skipped' | 'cut'>[]
  /** The trace of the run without faults. */
  readonly entries: readonly TraceEntry[]
  readonly isReplay: boolean
}

/** `undefined` if all plans ran. */
export function unexplored(explored: ExploredParts): string | undefined {
  const { strategies } = explored
  const skipped = strategies.flatMap((one) => one.skipped() ?? [])
  const unfit = skipped.length === 0 ? [] : [`${skipped.join(', ')} did not fit the budget`]
  const all = [...unfit, ...strategies.flatMap((one) => one.cut()), ...neverTried(explored)]
  return all.length === 0 ? undefined : all.join('; ')
}

/** Faults that could not be injected because the run had no place for them. */
function neverTried({ strategies, entries, isReplay }: ExploredParts): readonly string[] {
  if (strategies.length === 0)
    return isReplay ? ['the plan was not replayed, because the scenario fails without faults'] : []
  return [
    ...(strategies.every((one) => one.report().plans === 0) ? ['there was no plan to replay'] : []),
    ...(hasWritten(entries) ? [] : ['the operator wrote nothing, so no fault could be injected']),
  ]
}
