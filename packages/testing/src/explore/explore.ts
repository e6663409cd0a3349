/**
 * Explores an operator: runs what a user does again and again, in one thread and under virtual time, and lets something else go
 * wrong in each run. Whatever does not end as the run without faults does is told, with a plan that makes it happen again.
 *
 * Guarantees
 * - The same seed and the same plan give the same run, to the last byte.
 * - What was not explored is said.
 */
import { type Duration, type Random, randomInt, seededRandom, systemClock, toMs } from '@kubewright/core'
import { type CodeCoverage, startCoverage } from './code-coverage.ts'
import { declarationRuns } from './declaration-runs.ts'
import type { Exploration } from './exploration.ts'
import type { Externals } from './external-call.ts'
import type { Finding } from './failure.ts'
import { judge, type Places, placesOfChance } from './judge.ts'
import { permissionFindings } from './permission-check.ts'
import { noFaults, type Plan, type PlannedFault } from './plan.ts'
import type { PlanFile } from './plan-file.ts'
import { trapReality } from './reality-trap.ts'
import { failureOf, type FoundFailure, type Report, type StrategyReport, storyOf } from './report.ts'
import { type RunRecord, runPlan } from './run-plan.ts'
import { shrink } from './shrink.ts'
import { singleFaults } from './single-faults.ts'
import type { Trace } from './trace.ts'
import { WorldServer } from './world-server.ts'

/** How plans are made. */
export type Strategy =
  /** Every single fault at every moment of the run without faults. */
  | 'single'
  /** Declarations that were changed, or taken back, compared with those made at once. */
  | 'declarations'
  /** Two or three faults, drawn by chance. */
  | 'combined'
  /** Any order of what could happen, drawn by chance, with a fault or without. */
  | 'random'
  /** Orders with few changes of priority. */
  | 'pct'

export interface ExploreOptions<Outside extends Externals = Externals> extends Exploration<Outside> {
  /** The same seed explores the same. @default 'kubewright' */
  readonly seed?: string | number
  /** How long, and how often, it may run. @default '60s' */
  readonly budget?: Duration | { readonly within?: Duration; readonly runs?: number }
  /** @default all */
  readonly strategies?: readonly Strategy[]
  /** How many plans `combined`, `random` and `pct` draw each. @default 50 */
  readonly draws?: number
  /** Whether the operator's own code is looked at for parts that no run came to. @default false */
  readonly coverage?: boolean
  /** Hears how far it has come. */
  readonly onProgress?: (progress: Progress) => void
}

export interface Progress {
  readonly strategy: string
  readonly runs: number
  /** How many plans are known by now. */
  readonly plans: number
  readonly failures: number
}

const usualBudget: Duration = '60s'
const allStrategies: readonly Strategy[] = ['single', 'declarations', 'combined', 'random', 'pct']

/** Failure: rejects if the cluster cannot be started, or the scenario fails without any fault. */
export async function explore<Outside extends Externals = Externals>(
  options: ExploreOptions<Outside>,
): Promise<Report> {
  await using explorer = new Explorer(options)
  using _ = trapReality()
  return await explorer.explore()
}

/** Plays one plan again, as a regression test. */
export async function replay<Outside extends Externals = Externals>(
  options: ExploreOptions<Outside>,
  file: PlanFile | Plan,
): Promise<Report> {
  const { plan, seed } = 'plan' in file ? file : { plan: file, seed: options.seed }
  await using explorer = new Explorer({ ...options, ...(seed === undefined ? {} : { seed }) })
  using _ = trapReality()
  return await explorer.replay(plan)
}

class Explorer<Outside extends Externals> implements AsyncDisposable {
  readonly #options: ExploreOptions<Outside>
  readonly #seed: string
  readonly #deadline: number
  readonly #maxRuns: number
  readonly #found = new Map<string, FoundFailure>()
  readonly #strategies: StrategyReport[] = []
  readonly #skipped: string[] = []
  #server: WorldServer | undefined
  #reference: RunRecord | undefined
  #chance: Places = new Set<string>()
  #runs = 0

  constructor(options: ExploreOptions<Outside>) {
    this.#options = options
    this.#seed = String(options.seed ?? 'kubewright')
    const { budget = '60s' } = options
    const limits = typeof budget === 'object' ? budget : { within: budget }
    this.#deadline = systemClock.elapsed() + toMs(limits.within ?? usualBudget)
    this.#maxRuns = limits.runs ?? Infinity
  }

  async explore(): Promise<Report> {
    await this.#prepare()
    const coverage = this.#options.coverage === true ? await startCoverage() : undefined
    const { strategies = allStrategies, draws = 50 } = this.#options
    if (!this.#hasFailed()) {
      const faults = singleFaults(this.#reference!.trace.entries)
      for (const name of strategies) {
        if (name === 'declarations') await this.#declare()
        else await this.#runAll(name, this.#plansOf(name, faults, draws))
      }
    }
    return await this.#report(coverage)
  }

  async replay(plan: Plan): Promise<Report> {
    await this.#prepare()
    if (!this.#hasFailed()) await this.#runAll('replay', [plan])
    return await this.#report(undefined)
  }

  /** The run that all others are compared with, and one with other chance, to know what means nothing. */
  async #prepare(): Promise<void> {
    await this.#run(noFaults) // loads what is loaded when it is first needed
    this.#reference = await this.#run(noFaults)
    if (!this.#hasFailed()) {
      const other = await this.#run(noFaults, `${this.#seed} again`)
      const { ignore = [] } = this.#options
      const places = placesOfChance(this.#reference, other)
      this.#chance = { has: (place) => places.has(place) || ignore.some((path) => place.endsWith(` ${path}`)) }
    }
    this.#note(noFaults, this.#reference, [...this.#reference.findings, ...this.#permissions(this.#reference)])
  }

  /** Without a run to compare with there is nothing to explore. */
  #hasFailed(): boolean {
    return this.#reference!.findings.some(({ oracle }) => ['scenario', 'liveness', 'recovery'].includes(oracle))
  }

  #permissions(run: RunRecord): readonly Finding[] {
    return permissionFindings(this.#options, run.trace.entries)
  }

  #plansOf(name: Exclude<Strategy, 'declarations'>, faults: readonly PlannedFault[], draws: number): readonly Plan[] {
    if (name === 'single') return faults.map((fault) => ({ ...noFaults, faults: [fault] }))
    const random = seededRandom(`${this.#seed} ${name}`)
    return Array.from({ length: draws }, (_, at): Plan => {
      const seed = `${this.#seed} ${name} ${at}`
      if (name === 'combined') return { ...noFaults, faults: drawn(random, faults, 2 + randomInt(random, 2)) }
      const some = drawn(random, faults, randomInt(random, 2))
      if (name === 'random') return { schedule: { type: 'random', seed }, faults: some }
      return { schedule: { type: 'pct', seed, changes: 1 + randomInt(random, 3) }, faults: some }
    })
  }

  async #runAll(name: string, plans: readonly Plan[]): Promise<void> {
    let runs = 0
    for (const plan of plans) {
      if (this.#isSpent) break
      const run = await this.#run(plan)
      runs++
      this.#note(plan, run, [...judge(this.#reference!, run, this.#chance), ...this.#permissions(run)])
      this.#options.onProgress?.({ strategy: name, runs: this.#runs, plans: plans.length, failures: this.#found.size })
    }
    this.#strategies.push({ name, plans: plans.length, runs })
    if (runs < plans.length) this.#skipped.push(`${plans.length - runs} of ${plans.length} ${name} plans`)
  }

  async #declare(): Promise<void> {
    const variants = declarationRuns(this.#options, this.#reference!, this.#chance)
    let runs = 0
    for (const { scenario, check } of variants) {
      if (this.#isSpent) break
      const run = await this.#run(noFaults, this.#seed, { ...this.#options, scenario })
      runs++
      this.#note(noFaults, run, check(run))
    }
    this.#strategies.push({ name: 'declarations', plans: variants.length, runs })
    if (runs < variants.length) this.#skipped.push(`${variants.length - runs} of ${variants.length} declarations`)
  }

  get #isSpent(): boolean {
    return this.#runs >= this.#maxRuns || systemClock.elapsed() > this.#deadline
  }

  async #run(plan: Plan, seed = this.#seed, what: Exploration<Outside> = this.#options): Promise<RunRecord> {
    this.#server ??= await WorldServer.start(this.#options)
    const run = await runPlan(what, { server: this.#server, plan, seed })
    this.#runs++
    if (!run.isServerClean) {
      const { [Symbol.asyncDispose]: end } = this.#server
      await end.call(this.#server)
      this.#server = undefined
    }
    return run
  }

  #note(plan: Plan, { trace }: { readonly trace: Trace }, findings: readonly Finding[]): void {
    for (const found of findings) {
      const known = this.#found.get(found.signature)
      if (known === undefined) this.#found.set(found.signature, { finding: found, plan, trace, times: 1 })
      else this.#found.set(found.signature, { ...known, times: known.times + 1 })
    }
  }

  async #report(coverage: CodeCoverage | undefined): Promise<Report> {
    const covered = await coverage?.stop()
    const failures = []
    for (const found of this.#found.values()) failures.push(await this.#shrunk(found))
    const report = {
      seed: this.#seed,
      hash: this.#reference!.trace.hash(),
      failures: failures.sort((one, two) => weight(one) - weight(two)).map((found) => failureOf(found, this.#seed)),
      runs: this.#runs,
      strategies: this.#strategies,
      truncated: this.#skipped.length === 0 ? undefined : `${this.#skipped.join(', ')} did not fit the budget`,
      coverage: covered,
    }
    return { ...report, story: () => storyOf(report) }
  }

  async #shrunk(found: FoundFailure): Promise<FoundFailure> {
    const { plan, finding, times } = found
    const smaller = await shrink(plan, async (candidate) => {
      const run = await this.#run(candidate)
      const again = [...judge(this.#reference!, run, this.#chance), ...this.#permissions(run)]
      const same = again.find(({ signature }) => signature === finding.signature)
      return same === undefined ? undefined : { finding: same, plan: candidate, trace: run.trace, times }
    })
    return smaller ?? found
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]()
  }
}

/** Few faults before many; among those, what says most. */
function weight({ plan: { faults, schedule }, finding: { oracle } }: FoundFailure): number {
  const says = oracle === 'stability' ? 2 : oracle === 'creations' ? 1 : 0
  return faults.length * 10 + (schedule.type === 'in-order' ? 0 : 5) + says
}

function drawn<T>(random: Random, from: readonly T[], count: number): readonly T[] {
  if (from.length === 0) return []
  return Array.from({ length: count }, () => from[randomInt(random, from.length)]!)
}
