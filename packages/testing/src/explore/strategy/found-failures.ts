/** The distinct failures of an exploration, each with the first plan that led to it. */
import type { Plan } from '../plan/plan.ts'
import { shrink } from '../plan/shrink.ts'
import type { FoundFailure } from '../report/report.ts'
import type { Finding } from '../trace/finding.ts'
import type { Trace } from '../trace/trace.ts'
import type { Played } from './plan-judge.ts'

export class FoundFailures {
  readonly #found = new Map<string, FoundFailure>()
  readonly #replayed: Plan | undefined

  constructor(replayed?: Plan) {
    this.#replayed = replayed
  }

  get count(): number {
    return this.#found.size
  }

  note(plan: Plan, trace: Trace, findings: readonly Finding[]): void {
    for (const finding of findings) {
      const known = this.#found.get(finding.signature)
      // A finding of a replayed plan is reported with the run of that plan, even if it also occurs without it.
      if (known === undefined || plan === this.#replayed)
        this.#found.set(finding.signature, { finding, plan, trace, times: (known?.times ?? 0) + 1 })
      else this.#found.set(finding.signature, { ...known, times: known.times + 1 })
    }
  }

  /** All failures with the smallest plans that lead to them, the simplest first. @param play runs a smaller plan */
  async shrunk(play: (plan: Plan) => Promise<Played>): Promise<readonly FoundFailure[]> {
    const failures: FoundFailure[] = []
    for (const found of this.#found.values()) failures.push(await this.#shrunk(found, play))
    return failures.sort((one, two) => weightOf(one, this.#replayed) - weightOf(two, this.#replayed))
  }

  async #shrunk(found: FoundFailure, play: (plan: Plan) => Promise<Played>): Promise<FoundFailure> {
    if (this.#replayed !== undefined) return found // the plan as given, not a smaller one
    const { plan, finding, times } = found
    const smaller = await shrink(plan, async (candidate) => {
      const { run, findings } = await play(candidate)
      const same = findings.find(({ signature }) => signature === finding.signature)
      return same === undefined ? undefined : { finding: same, plan: candidate, trace: run.trace, times }
    })
    return smaller ?? found
  }
}

/** Fewer faults first, then the more telling oracle. Findings of a replayed plan come before those that occur without it. */
function weightOf({ plan, finding: { oracle } }: FoundFailure, replayed?: Plan): number {
  const { faults, schedule, declares } = plan
  const says = oracle === 'stability' ? 2 : oracle === 'creations' ? 1 : 0
  const later = replayed === undefined || plan === replayed ? 0 : 1_000
  return later + faults.length * 10 + (schedule.type === 'in-order' ? 0 : 5) + (declares === undefined ? 0 : 5) + says
}
