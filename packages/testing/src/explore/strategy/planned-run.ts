/** Strategies whose plans are known in advance: single faults, outages, random plans, and the plan of a replay. */
import type { Strategy } from '../definition/explore-options.ts'
import { outages } from '../plan/outages.ts'
import { formatFault, type Plan, type PlannedFault, planOf } from '../plan/plan.ts'
import { randomPlans, type RandomStrategy } from '../plan/random-plans.ts'
import { singleFaults } from '../plan/single-faults.ts'
import type { RunRecord } from '../record/run-record.ts'
import type { Externals } from '../world/external-call.ts'
import { shares, type StrategyParts, type StrategyRun } from './strategy-run.ts'

export type PlannedStrategy = Extract<Strategy, RandomStrategy | 'single' | 'outages'>

export function plannedRun<Outside extends Externals>(
  name: PlannedStrategy,
  parts: StrategyParts<Outside>,
): StrategyRun {
  return runOfPlans(name, shares[name], plansOf(name, parts), parts)
}

/** The run of one stored plan. */
export interface ReplayRun extends StrategyRun {
  /** The record of the plan, once it has run. */
  readonly last: RunRecord | undefined
}

export function replayRun<Outside extends Externals>(plan: Plan, parts: StrategyParts<Outside>): ReplayRun {
  let last: RunRecord | undefined
  const play: typeof parts.play = async (given) => {
    const played = await parts.play(given)
    last = played.run
    return played
  }
  return {
    ...runOfPlans('replay', 1, [plan], { ...parts, play }),
    get last() {
      return last
    },
    cut: () => (last?.unused ?? []).map(neverCame),
  }
}

function plansOf<Outside extends Externals>(
  name: PlannedStrategy,
  { reference, options: { final, draws = 50 }, seed }: StrategyParts<Outside>,
): readonly Plan[] {
  const { entries } = reference.trace
  const single = singleFaults(entries, final)
  const lasting = outages(entries)
  if (name === 'single') return single.map((fault) => planOf(fault))
  if (name === 'outages') return lasting.map((fault) => planOf(fault))
  return randomPlans(name, [...single, ...lasting], draws, seed)
}

function runOfPlans<Outside extends Externals>(
  name: string,
  weight: number,
  plans: readonly Plan[],
  { play, progress }: Pick<StrategyParts<Outside>, 'play' | 'progress'>,
): StrategyRun {
  let runs = 0
  const plays = async function* () {
    for (const plan of plans) {
      await play(plan)
      runs++
      progress(name, plans.length)
      yield
    }
  }
  return {
    weight,
    plays: plays(),
    report: () => ({ name, plans: plans.length, runs }),
    skipped: () => (runs < plans.length ? `${plans.length - runs} of ${plans.length} ${name} plans` : undefined),
    cut: () => [],
  }
}

/** A stored plan whose moment does not occur any more proves nothing. */
function neverCame(fault: PlannedFault): string {
  return `a fault of the plan was not injected, because its moment did not occur: ${formatFault(fault)}`
}
