/** The strategy `depth-first`: all orders first; then all with one fault, with two … */
import { DepthFirst } from '../run/depth-first.ts'
import type { Externals } from '../world/external-call.ts'
import { shares, type StrategyParts, type StrategyRun } from './strategy-run.ts'

export function depthFirstRun<Outside extends Externals>({
  options: { search = {}, draws = 50 },
  judge,
  note,
  progress,
}: StrategyParts<Outside>): StrategyRun {
  const name = 'depth-first'
  const { depth = 40, states = 10_000, runs: most = draws, faults = 1 } = search
  const cut: string[] = []
  let [runs, planned, isDone] = [0, 0, false]
  let guide = new DepthFirst({ depth, states, faults: planned })
  const plays = async function* () {
    for (; ; guide = new DepthFirst({ depth, states, faults: ++planned })) {
      while (guide.next()) {
        if (runs >= most) return
        const played = await judge.playGuided(guide)
        runs++
        note(played)
        progress(name, most)
        yield
      }
      cut.push(...guide.cut.map((what) => `${name}: ${what}`))
      if (planned === faults) return void (isDone = true)
    }
  }
  const ended = () =>
    `${name} ended after ${runs} runs and ${guide.states} states, with ${planned} of ${faults} faults a run`
  return {
    weight: shares[name],
    plays: plays(),
    report: () => ({ name, plans: isDone ? runs : runs + 1, runs }),
    skipped: () => undefined,
    cut: () => [...(isDone ? [] : [ended()]), ...cut],
  }
}
