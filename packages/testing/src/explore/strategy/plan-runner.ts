/** Runs plans one after the other, on servers that they share, and counts them. */
import type { Budget } from '../definition/budget.ts'
import type { Exploration } from '../definition/exploration.ts'
import { formatPlan, type Plan } from '../plan/plan.ts'
import { Watchdog } from '../reality/watchdog.ts'
import type { RunRecord } from '../record/run-record.ts'
import type { DepthFirst } from '../run/depth-first.ts'
import { runPlan } from '../run/run-plan.ts'
import type { RunTiming } from '../run/run-timing.ts'
import type { Externals } from '../world/external-call.ts'
import { WorldServers } from '../world/world-servers.ts'

export interface HowToRun<Outside extends Externals> {
  readonly seed?: string
  /** @default the options of the exploration */
  readonly what?: Exploration<Outside>
  readonly guide?: DepthFirst
  readonly timing?: RunTiming
}

export class PlanRunner<Outside extends Externals> implements AsyncDisposable {
  readonly #exploration: Exploration<Outside>
  readonly #seed: string
  readonly #budget: Budget
  readonly #watchdog: Watchdog
  #servers: WorldServers | undefined
  #faults = 0
  /** Whether all code is traced: until runs have shown no access to real time or I/O, and again after any such access. */
  #followsCode = true

  constructor(exploration: Exploration<Outside>, seed: string, budget: Budget) {
    this.#exploration = exploration
    this.#seed = seed
    this.#budget = budget
    this.#watchdog = new Watchdog({ seed })
  }

  /** The number of faults in all runs together. */
  get faults(): number {
    return this.#faults
  }

  /** Stops tracing code, which no run so far needed. */
  trustCode(): void {
    this.#followsCode = false
  }

  async run(plan: Plan, given: HowToRun<Outside> = {}): Promise<RunRecord> {
    const { seed = this.#seed, what = this.#exploration, guide, timing = {} } = given
    const servers = (this.#servers ??= await WorldServers.start(this.#exploration))
    const guided = guide === undefined ? {} : { guide }
    const isOtherwiseDeclared = what.scenario !== this.#exploration.scenario
    const followsCode = this.#followsCode || guide !== undefined // a guide cannot repeat a run
    const onTurn = () => this.#watchdog.step()
    const how = { plan, seed, timing, isOtherwiseDeclared, followsCode, onTurn, ...guided }
    this.#watchdog.begin(guide === undefined ? formatPlan(plan) : 'a search through all orders')
    const run = await runPlan(what, { servers, ...how })
    this.#watchdog.end()
    if (!run.isServerClean) {
      this.#servers = undefined
      await servers[Symbol.asyncDispose]()
    }
    if (run.isSuspect) {
      this.#followsCode = true
      return await this.run(plan, given)
    }
    this.#budget.count()
    this.#faults += run.plan.faults.length
    return run
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watchdog[Symbol.asyncDispose]()
    await this.#servers?.[Symbol.asyncDispose]()
  }
}
