/**
 * Explores an operator: runs the user's scenario repeatedly, in one thread and under virtual time, with a different fault in each run. A
 * run that does not end like the run without faults is reported, with a plan that reproduces it.
 *
 * Guarantees
 * - The same seed and the same plan give the same run, to the last byte.
 * - The report says what was not explored.
 */
import { systemClock } from '@kubewright/core'
import { seededRandom } from '@kubewright/core/random'
import { Budget, type BudgetOption } from './definition/budget.ts'
import { type CodeCoverage, startCoverage } from './reality/code-coverage.ts'
import { testingErrors } from '../errors.ts'
import { type StrategyRun, runInShares } from './shared-budget.ts'
import type { Checkpoint, Moments } from './record/checkpoint.ts'
import { type DeclarationRun, declarationRuns, type Play } from './run/declaration-runs.ts'
import { DepthFirst } from './run/depth-first.ts'
import { drawn, randomPlans, type RandomStrategy, shuffled } from './plan/random-plans.ts'
import type { Exploration } from './definition/exploration.ts'
import type { Externals } from './world/external-call.ts'
import type { Finding } from './trace/finding.ts'
import { declarableValues, valueRun } from './run/generated-declarations.ts'
import { hasWritten, idleness } from './verdict/idle-operator.ts'
import {
  ignoring,
  isAtOtherTimes,
  isLike,
  judge,
  judgeAgain,
  momentsOf,
  type Places,
  placesOfChance,
} from './verdict/judge.ts'
import { outages } from './plan/outages.ts'
import { permissionOracle } from './verdict/permission-check.ts'
import { type Declared, formatFault, formatPlan, noFaults, type Plan, type PlannedFault, planOf } from './plan/plan.ts'
import type { PlanFile } from './plan/plan-file.ts'
import { trapReality } from './reality/reality-trap.ts'
import { failureOf, type FoundFailure, type Report, storyOf } from './report/report.ts'
import type { RunOracle } from './definition/run-oracle.ts'
import { runPlan } from './run/run-plan.ts'
import type { RunTiming } from './run/run-timing.ts'
import type { RunRecord } from './record/run-record.ts'
import { checkExploration } from './definition/exploration-form.ts'
import { shrink } from './plan/shrink.ts'
import { singleFaults } from './plan/single-faults.ts'
import { Watchdog } from './reality/watchdog.ts'
import type { Trace } from './trace/trace.ts'
import { WorldServers } from './world/world-servers.ts'

/** How plans are generated. */
export type Strategy =
  /** Every single fault at every moment of the run without faults. */
  | 'single'
  /** Every outage from one step of the user to the next: a call, a kind or an external service fails repeatedly. */
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
  /** The maximum number of faults in one run, in addition to its order. @default 1 */
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

/** In this order, with these shares of the budget: the most productive strategies come first. */
const parts: Readonly<Record<Strategy, number>> = {
  single: 35,
  outages: 10,
  declarations: 15,
  combined: 10,
  random: 10,
  pct: 10,
  'depth-first': 10,
}
const allStrategies = Object.keys(parts) as readonly Strategy[]

/** Failure: `KW_TESTING_EXPLORATION` if there is nothing to explore; rejects if the cluster cannot be started. */
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
  await using explorer = new Explorer({ ...options, ...(seed === undefined ? {} : { seed }) })
  using _ = trapReality()
  return await explorer.replay(plan)
}

interface HowToRun<Outside extends Externals> {
  readonly seed?: string
  /** @default what is explored */
  readonly what?: Exploration<Outside>
  readonly guide?: DepthFirst
  readonly timing?: RunTiming
}

interface Played {
  readonly run: RunRecord
  readonly findings: readonly Finding[]
}

class Explorer<Outside extends Externals> implements AsyncDisposable {
  readonly #options: ExploreOptions<Outside>
  readonly #seed: string
  readonly #budget: Budget
  /** Oracles that need no other run. */
  readonly #oracles: readonly RunOracle[]
  readonly #found = new Map<string, FoundFailure>()
  #strategyRuns: readonly StrategyRun[] = []
  /** Runs with other declarations and without faults, by declaration. */
  readonly #declared = new Map<string, RunRecord>()
  readonly #watch: Watchdog
  #servers: WorldServers | undefined
  #reference: RunRecord | undefined
  #faults = 0
  /** The last run of a plan, not of the scenario alone. */
  #last: RunRecord | undefined
  /** The plan of a replay. */
  #replayed: Plan | undefined
  #chance: Places = new Set<string>()
  /** Whether all code is traced: until runs have shown no access to real time or I/O, and again after any such access. */
  #followsCode = true

  constructor(options: ExploreOptions<Outside>) {
    checkExploration(options)
    this.#options = options
    this.#seed = String(options.seed ?? 'kubewright')
    this.#budget = new Budget(options.budget, systemClock, options.signal)
    this.#oracles = [permissionOracle(options)]
    this.#watch = new Watchdog({ seed: this.#seed })
  }

  async explore(): Promise<Report> {
    const coverage = this.#options.coverage === true ? await startCoverage() : undefined
    await this.#prepare()
    this.#followsCode = this.#reference!.isGivenTime || this.#reference!.findings.some(isOfReality)
    await coverage?.faultsBegin()
    const { strategies = allStrategies, draws = 50 } = this.#options
    if (!this.#hasFailed()) {
      this.#strategyRuns = strategies.map((name) => {
        if (name === 'declarations') return this.#declarations()
        if (name === 'depth-first') return this.#search()
        return this.#planned(name, this.#plansOf(name, draws))
      })
      await runInShares(this.#strategyRuns, this.#budget)
    }
    return await this.#report(coverage)
  }

  async replay(plan: Plan): Promise<Report> {
    this.#replayed = plan
    await this.#prepare()
    if (!this.#hasFailed()) {
      this.#strategyRuns = [this.#planned('replay', [plan])]
      await this.#strategyRuns[0]!.plays.next() // regardless of the budget
    }
    return await this.#report()
  }

  /** The reference run, and a run with another seed, to find the places that vary by chance. */
  async #prepare(): Promise<void> {
    await this.#run(noFaults) // warm-up: loads lazily loaded modules
    this.#reference = await this.#run(noFaults)
    if (!this.#hasFailed()) {
      const { waitEnds } = this.#reference
      const other = await this.#run(noFaults, { seed: `${this.#seed} again`, timing: { waitEnds } })
      this.#chance = ignoring(placesOfChance(this.#reference, other), this.#options.ignore ?? [])
    }
    const idle = this.#isBroken ? [] : this.#idleness
    this.#note(noFaults, this.#reference, [...this.#reference.findings, ...this.#broken(this.#reference), ...idle])
  }

  get #idleness(): readonly Finding[] {
    const found = idleness(this.#reference!.trace.entries)
    return found === undefined ? [] : [found]
  }

  /** Without a reference run, or without any activity in it, there is nothing to explore. */
  #hasFailed(): boolean {
    return this.#isBroken || this.#idleness.length > 0
  }

  get #isBroken(): boolean {
    return this.#reference!.findings.some(({ oracle }) => ['scenario', 'liveness', 'recovery'].includes(oracle))
  }

  /** Findings in a run that need no comparison. */
  #broken(run: RunRecord): readonly Finding[] {
    return this.#oracles.flatMap((oracle) => oracle.findingsOf(run))
  }

  #plansOf(name: RandomStrategy | 'single' | 'outages', draws: number): readonly Plan[] {
    const { entries } = this.#reference!.trace
    const single = singleFaults(entries, this.#options.final)
    const lasting = outages(entries)
    if (name === 'single') return single.map((fault) => planOf(fault))
    if (name === 'outages') return lasting.map((fault) => planOf(fault))
    return randomPlans(name, [...single, ...lasting], draws, this.#seed)
  }

  #planned(name: RandomStrategy | 'single' | 'outages' | 'replay', plans: readonly Plan[]): StrategyRun {
    let runs = 0
    const play = async function* (this: Explorer<Outside>) {
      for (const plan of plans) {
        this.#last = (await this.#play(plan)).run
        runs++
        this.#reportProgress(name, plans.length)
        yield
      }
    }
    return {
      weight: name === 'replay' ? 1 : parts[name],
      plays: play.call(this),
      report: () => ({ name, plans: plans.length, runs }),
      skipped: () => (runs < plans.length ? `${plans.length - runs} of ${plans.length} ${name} plans` : undefined),
      cut: () => (name === 'replay' ? (this.#last?.unused ?? []).map(neverCame) : []),
    }
  }

  /** All orders first; then all with one fault, with two … */
  #search(): StrategyRun {
    const name = 'depth-first'
    const { search = {}, draws = 50 } = this.#options
    const { depth = 40, states = 10_000, runs: most = draws, faults = 1 } = search
    const cut: string[] = []
    let [runs, planned, isDone] = [0, 0, false]
    let guide = new DepthFirst({ depth, states, faults: planned })
    const play = async function* (this: Explorer<Outside>) {
      for (; ; guide = new DepthFirst({ depth, states, faults: ++planned })) {
        while (guide.next()) {
          if (runs >= most) return
          const run = await this.#run(noFaults, { guide, timing: this.#timingOf(this.#reference!) })
          runs++
          this.#note(run.plan, run, await this.#findingsOf(run, this.#reference!))
          this.#reportProgress(name, most)
          yield
        }
        cut.push(...guide.cut.map((what) => `${name}: ${what}`))
        if (planned === faults) return void (isDone = true)
      }
    }
    const ended = () =>
      `${name} ended after ${runs} runs and ${guide.states} states, with ${planned} of ${faults} faults a run`
    return {
      weight: parts[name],
      plays: play.call(this),
      report: () => ({ name, plans: isDone ? runs : runs + 1, runs }),
      skipped: () => undefined,
      cut: () => [...(isDone ? [] : [ended()]), ...cut],
    }
  }

  /** Other ways to declare the same, and other values from the schema: a random sample of those, with one fault each. */
  #declarations(): StrategyRun {
    const { draws = 50 } = this.#options
    const name = 'declarations'
    const values = declarableValues(this.#options, this.#reference!.checkpoints)
    const random = seededRandom(`${this.#seed} declarations`)
    const some = shuffled(random, values).slice(0, Math.ceil(draws / 4))
    const plans = [...this.#ways.map(({ declares }) => declares), ...some].map(
      (declares): Plan => ({ ...noFaults, declares }),
    )
    let runs = 0
    const play = async function* (this: Explorer<Outside>) {
      for (const plan of plans) {
        const { run } = await this.#play(plan)
        runs++
        const [fault] = drawn(random, singleFaults(run.trace.entries, this.#options.final), 1)
        if (plan.declares?.type === 'value' && fault !== undefined) await this.#play({ ...plan, faults: [fault] })
        this.#reportProgress(name, plans.length)
        yield
      }
    }
    return {
      weight: parts[name],
      plays: play.call(this),
      report: () => ({ name, plans: plans.length, runs }),
      skipped: () => (runs < plans.length ? `${plans.length - runs} of ${plans.length} declarations` : undefined),
      cut: () =>
        some.length < values.length ? [`${some.length} of ${values.length} values from the schema were declared`] : [],
    }
  }

  get #ways(): readonly DeclarationRun<Outside>[] {
    return declarationRuns(this.#options, this.#reference!, this.#chance)
  }

  /** Runs a plan, and records its findings. */
  async #play(plan: Plan): Promise<Played> {
    const played = await this.#judged(plan)
    this.#note(plan, played.run, played.findings)
    return played
  }

  async #judged(plan: Plan): Promise<Played> {
    if (plan.declares !== undefined) return await this.#judgedDeclaration(plan, plan.declares)
    const run = await this.#run(plan, { timing: this.#timingOf(this.#reference!) })
    return { run, findings: await this.#findingsOf(run, this.#reference!) }
  }

  /** A run without faults is compared with the run of the scenario; one with faults, with the same declarations without faults. */
  async #judgedDeclaration(plan: Plan, declares: Declared): Promise<Played> {
    const { scenario, moments, check } = this.#wayOf(declares)
    const what = { ...this.#options, scenario }
    if (plan.faults.length === 0 && plan.schedule.type === 'in-order') {
      const run = await this.#run(plan, { what, timing: moments === undefined ? {} : { moments } })
      this.#declared.set(JSON.stringify(declares), run)
      return { run, findings: [...(await check(run, this.#other)), ...this.#broken(run)] }
    }
    const without = this.#declared.get(JSON.stringify(declares)) ?? (await this.#other(scenario, moments))
    const run = await this.#run(plan, { what, timing: this.#timingOf(without, moments) })
    return { run, findings: await this.#findingsOf(run, without, what) }
  }

  /** Runs another scenario without faults. */
  readonly #other: Play<Outside> = (scenario, moments) =>
    this.#run(noFaults, {
      what: { ...this.#options, scenario },
      timing: moments === undefined ? {} : { moments },
    })

  /** The timing of a run that is compared with `reference`. */
  #timingOf({ waitEnds, checkpoints }: RunRecord, moments?: Moments): RunTiming {
    const isAsExpected = (now: Checkpoint) => isLike(checkpoints, now, this.#chance)
    return { waitEnds, isAsExpected, ...(moments === undefined ? {} : { moments }) }
  }

  /**
   * The findings of a run, compared with one without faults. A fault takes time, and time alone changes the state if the operator depends
   * on it: differences are compared once more, with a run that is observed at the same moments.
   */
  async #findingsOf(run: RunRecord, reference: RunRecord, what = this.#options): Promise<readonly Finding[]> {
    const findings = judge(reference, run, this.#chance)
    const isOfTime = findings.some(({ oracle }) => oracle === 'end-state' || oracle === 'creations')
    if (!isOfTime || !isAtOtherTimes(reference, run)) return [...findings, ...this.#broken(run)]
    const timing = { waitEnds: run.waitEnds, moments: momentsOf(run) }
    const later = await this.#run(noFaults, { what, timing })
    return [...judgeAgain(later, run, this.#chance), ...this.#broken(run)]
  }

  #wayOf(declares: Declared): DeclarationRun<Outside> {
    if (declares.type === 'value')
      return valueRun(declares, this.#reference!.checkpoints, { ...this.#options, chance: this.#chance })
    const way = this.#ways.find((one) => JSON.stringify(one.declares) === JSON.stringify(declares))
    if (way !== undefined) return way
    throw testingErrors('KW_TESTING_PLAN', {
      what: 'replay the plan',
      why: 'the scenario no longer has its steps',
      next: 'Explore again, and use the new plan file.',
      details: { declares },
    })
  }

  #reportProgress(strategy: string, plans: number): void {
    const [{ runs }, faults, failures] = [this.#budget, this.#faults, this.#found.size]
    this.#options.onProgress?.({ strategy, runs, plans, faults, failures })
  }

  async #run(plan: Plan, given: HowToRun<Outside> = {}): Promise<RunRecord> {
    const { seed = this.#seed, what = this.#options, guide, timing = {} } = given
    this.#servers ??= await WorldServers.start(this.#options)
    const guided = guide === undefined ? {} : { guide }
    const isOtherwiseDeclared = what.scenario !== this.#options.scenario
    const followsCode = this.#followsCode || guide !== undefined // a guide cannot repeat a run
    const onTurn = () => this.#watch.step()
    const how = { plan, seed, timing, isOtherwiseDeclared, followsCode, onTurn, ...guided }
    this.#watch.begin(guide === undefined ? formatPlan(plan) : 'a search through all orders')
    const run = await runPlan(what, { servers: this.#servers, ...how })
    this.#watch.end()
    if (!run.isServerClean) {
      const servers = this.#servers
      this.#servers = undefined
      await servers[Symbol.asyncDispose]()
    }
    if (run.isSuspect) {
      this.#followsCode = true
      return await this.#run(plan, given)
    }
    this.#budget.count()
    this.#faults += run.plan.faults.length
    return run
  }

  #note(plan: Plan, { trace }: { readonly trace: Trace }, findings: readonly Finding[]): void {
    for (const found of findings) {
      const known = this.#found.get(found.signature)
      // A finding of a replayed plan is reported with the run of that plan, even if it also occurs without it.
      if (known === undefined || plan === this.#replayed)
        this.#found.set(found.signature, { finding: found, plan, trace, times: (known?.times ?? 0) + 1 })
      else this.#found.set(found.signature, { ...known, times: known.times + 1 })
    }
  }

  async #report(coverage?: CodeCoverage): Promise<Report> {
    const covered = await coverage?.stop()
    const failures = []
    for (const found of this.#found.values()) failures.push(await this.#shrunk(found))
    const weight = (found: FoundFailure) => weightOf(found, this.#replayed)
    const report = {
      seed: this.#seed,
      hash: (this.#replayedRun ?? this.#reference!).trace.hash(),
      failures: failures.sort((one, two) => weight(one) - weight(two)).map((found) => failureOf(found, this.#seed)),
      runs: this.#budget.runs,
      strategies: this.#strategyRuns.map((course) => course.report()),
      truncated: this.#truncated,
      coverage: covered,
    }
    const replayed = this.#replayedRun
    return { ...report, story: () => storyOf(report, replayed) }
  }

  get #replayedRun(): RunRecord | undefined {
    return this.#replayed === undefined ? undefined : this.#last
  }

  get #truncated(): string | undefined {
    const skipped = this.#strategyRuns.flatMap((course) => course.skipped() ?? [])
    const unfit = skipped.length === 0 ? [] : [`${skipped.join(', ')} did not fit the budget`]
    const all = [...unfit, ...this.#strategyRuns.flatMap((course) => course.cut()), ...this.#neverTried]
    return all.length === 0 ? undefined : all.join('; ')
  }

  /** Faults that could not be injected because the run had no place for them. */
  get #neverTried(): readonly string[] {
    if (this.#strategyRuns.length === 0)
      return this.#replayed === undefined
        ? []
        : ['the plan was not replayed, because the scenario fails without faults']
    return [
      ...(this.#strategyRuns.every((course) => course.report().plans === 0) ? ['there was no plan to replay'] : []),
      ...(hasWritten(this.#reference!.trace.entries)
        ? []
        : ['the operator wrote nothing, so no fault could be injected']),
    ]
  }

  async #shrunk(found: FoundFailure): Promise<FoundFailure> {
    if (this.#replayed !== undefined) return found // the plan as given, not a smaller one
    const { plan, finding, times } = found
    const smaller = await shrink(plan, async (candidate) => {
      const { run, findings } = await this.#judged(candidate)
      const same = findings.find(({ signature }) => signature === finding.signature)
      return same === undefined ? undefined : { finding: same, plan: candidate, trace: run.trace, times }
    })
    return smaller ?? found
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watch[Symbol.asyncDispose]()
    await this.#servers?.[Symbol.asyncDispose]()
  }
}

function isOfReality({ oracle }: Finding): boolean {
  return oracle === 'determinism'
}

/** A stored plan whose moment does not occur any more proves nothing. */
function neverCame(fault: PlannedFault): string {
  return `the moment of the plan never came, at which ${formatFault(fault)}`
}

/** Fewer faults first, then the more telling oracle. Findings of a replayed plan come before those that occur without it. */
function weightOf({ plan, finding: { oracle } }: FoundFailure, replayed?: Plan): number {
  const { faults, schedule, declares } = plan
  const says = oracle === 'stability' ? 2 : oracle === 'creations' ? 1 : 0
  const later = replayed === undefined || plan === replayed ? 0 : 1_000
  return later + faults.length * 10 + (schedule.type === 'in-order' ? 0 : 5) + (declares === undefined ? 0 : 5) + says
}
