/**
 * Explores an operator: runs the user's scenario repeatedly, in one thread and under virtual time, with a different fault in each run. A
 * run that does not end like the run without faults is reported, with a plan that reproduces it.
 *
 * Guarantees
 * - The same seed and the same plan give the same run, to the last byte.
 * - The report says what was not explored.
 */
import { systemClock } from '@kubewright/core'
import { Budget } from './definition/budget.ts'
import { checkExploration } from './definition/exploration-form.ts'
import type { ExploreOptions, Strategy } from './definition/explore-options.ts'
import type { RunOracle } from './definition/run-oracle.ts'
import type { PlanFile } from './plan/plan-file.ts'
import { noFaults, type Plan } from './plan/plan.ts'
import { type CodeCoverage, startCoverage } from './reality/code-coverage.ts'
import { trapReality } from './reality/reality-trap.ts'
import type { RunRecord } from './record/run-record.ts'
import { failureOf, type Report, storyOf } from './report/report.ts'
import { declarationsRun } from './strategy/declarations-run.ts'
import { depthFirstRun } from './strategy/depth-first-run.ts'
import { FoundFailures } from './strategy/found-failures.ts'
import { PlanJudge } from './strategy/plan-judge.ts'
import { PlanRunner } from './strategy/plan-runner.ts'
import { plannedRun, type ReplayRun, replayRun } from './strategy/planned-run.ts'
import { runInShares } from './strategy/shared-budget.ts'
import { shares, type StrategyParts, type StrategyRun } from './strategy/strategy-run.ts'
import { unexplored } from './strategy/unexplored.ts'
import type { Finding } from './trace/finding.ts'
import { idleness } from './verdict/idle-operator.ts'
import { ignoring, noPlaces, type Places, placesOfChance } from './verdict/judge.ts'
import { permissionOracle } from './verdict/permission-check.ts'
import type { Externals } from './world/external-call.ts'

const allStrategies = Object.keys(shares) as readonly Strategy[]

/** Failure: `KW_TESTING_EXPLORATION` if there is nothing to explore or an option is wrong; rejects if the cluster cannot be started. */
export async function explore<Outside extends Externals = Externals>(
  options: ExploreOptions<Outside>,
): Promise<Report> {
  await using explorer = new Explorer(options)
  using _ = trapReality()
  return await explorer.explore()
}

/** Runs one plan again, as a regression test. */
export async function replay<Outside extends Externals = Externals>(
  options: ExploreOptions<Outside>,
  file: PlanFile | Plan,
): Promise<Report> {
  const { plan, seed } = 'plan' in file ? file : { plan: file, seed: options.seed }
  await using explorer = new Explorer({ ...options, ...(seed === undefined ? {} : { seed }) }, plan)
  using _ = trapReality()
  return await explorer.replay(plan)
}

/** The run without faults, and facts that were derived from it. */
interface Reference {
  readonly run: RunRecord
  /** Places that vary by chance, or are to be ignored. */
  readonly chance: Places
  /** Without a run to compare with, or without any activity in it, there is nothing to explore. */
  readonly isUsable: boolean
}

class Explorer<Outside extends Externals> implements AsyncDisposable {
  readonly #options: ExploreOptions<Outside>
  readonly #seed: string
  readonly #budget: Budget
  /** Oracles that need no other run. */
  readonly #oracles: readonly RunOracle[]
  readonly #found: FoundFailures
  readonly #runner: PlanRunner<Outside>

  constructor(options: ExploreOptions<Outside>, replayed?: Plan) {
    checkExploration(options)
    this.#options = options
    this.#seed = String(options.seed ?? 'kubewright')
    this.#budget = new Budget(options.budget, systemClock, options.signal)
    this.#oracles = [permissionOracle(options)]
    this.#found = new FoundFailures(replayed)
    this.#runner = new PlanRunner(options, this.#seed, this.#budget)
  }

  async explore(): Promise<Report> {
    const coverage = this.#options.coverage === true ? await startCoverage() : undefined
    const reference = await this.#prepare()
    if (!reference.run.isGivenTime && !reference.run.findings.some(isOfReality)) this.#runner.trustCode()
    await coverage?.faultsBegin()
    const parts = this.#partsFor(reference)
    const { strategies = allStrategies } = this.#options
    const runs = reference.isUsable ? strategies.map((name) => strategyRun(name, parts)) : []
    await runInShares(runs, this.#budget)
    return await this.#report(parts, runs, { coverage })
  }

  async replay(plan: Plan): Promise<Report> {
    const reference = await this.#prepare()
    const parts = this.#partsFor(reference)
    const run = reference.isUsable ? replayRun(plan, parts) : undefined
    await run?.plays.next() // regardless of the budget
    return await this.#report(parts, run === undefined ? [] : [run], { replayed: run ?? 'not possible' })
  }

  /** The reference run, and a run with another seed, to find the places that vary by chance. */
  async #prepare(): Promise<Reference> {
    const runner = this.#runner
    await runner.run(noFaults) // warm-up: loads lazily loaded modules
    const run = await runner.run(noFaults)
    const { isBroken, idle } = usabilityOf(run)
    const isUsable = !isBroken && idle.length === 0
    const chance = isUsable ? await this.#chanceIn(run) : noPlaces
    this.#found.note(noFaults, run.trace, [...run.findings, ...this.#brokenIn(run), ...(isBroken ? [] : idle)])
    return { run, chance, isUsable }
  }

  async #chanceIn(run: RunRecord): Promise<Places> {
    const { waitEnds } = run
    const other = await this.#runner.run(noFaults, { seed: `${this.#seed} again`, timing: { waitEnds } })
    return ignoring(placesOfChance(run, other), this.#options.ignore ?? [])
  }

  readonly #brokenIn = (run: RunRecord): readonly Finding[] => this.#oracles.flatMap((one) => one.findingsOf(run))

  #partsFor({ run: reference, chance }: Reference): StrategyParts<Outside> {
    const [options, runner, brokenIn] = [this.#options, this.#runner, this.#brokenIn]
    const judge = new PlanJudge({ exploration: options, runner, reference, chance, brokenIn })
    return {
      options,
      seed: this.#seed,
      reference,
      judge,
      play: async (plan) => {
        const played = await judge.play(plan)
        this.#found.note(plan, played.run.trace, played.findings)
        return played
      },
      note: ({ run, findings }) => this.#found.note(run.plan, run.trace, findings),
      progress: (strategy, plans) => {
        const [{ runs }, { faults }, failures] = [this.#budget, runner, this.#found.count]
        options.onProgress?.({ strategy, runs, plans, faults, failures })
      },
    }
  }

  async #report(
    { judge, reference }: StrategyParts<Outside>,
    runs: readonly StrategyRun[],
    { coverage, replayed }: { coverage?: CodeCoverage | undefined; replayed?: ReplayRun | 'not possible' },
  ): Promise<Report> {
    const covered = await coverage?.stop()
    const last = typeof replayed === 'object' ? replayed.last : undefined
    const { entries } = reference.trace
    const failures = await this.#found.shrunk((plan) => judge.play(plan))
    const report = {
      seed: this.#seed,
      hash: (last ?? reference).trace.hash(),
      failures: failures.map((found) => failureOf(found, this.#seed)),
      runs: this.#budget.runs,
      strategies: runs.map((one) => one.report()),
      truncated: unexplored({ strategies: runs, entries, isReplay: replayed !== undefined }),
      coverage: covered,
    }
    return { ...report, story: (options) => storyOf(report, last, options) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#runner[Symbol.asyncDispose]()
  }
}

function strategyRun<Outside extends Externals>(name: Strategy, parts: StrategyParts<Outside>): StrategyRun {
  if (name === 'declarations') return declarationsRun(parts)
  if (name === 'depth-first') return depthFirstRun(parts)
  return plannedRun(name, parts)
}

function usabilityOf({ findings, trace }: RunRecord): {
  readonly isBroken: boolean
  readonly idle: readonly Finding[]
} {
  const isBroken = findings.some(({ oracle }) => ['scenario', 'liveness', 'recovery'].includes(oracle))
  const idle = idleness(trace.entries)
  return { isBroken, idle: idle === undefined ? [] : [idle] }
}

function isOfReality({ oracle }: Finding): boolean {
  return oracle === 'determinism'
}
