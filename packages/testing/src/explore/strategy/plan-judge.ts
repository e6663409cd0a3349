/** Runs a plan, and compares the run with one without faults. */
import { testingErrors } from '../../errors.ts'
import type { Exploration } from '../definition/exploration.ts'
import { type Declared, noFaults, type Plan } from '../plan/plan.ts'
import type { Checkpoint, Moments } from '../record/checkpoint.ts'
import type { RunRecord } from '../record/run-record.ts'
import { type DeclarationRun, declarationRuns, type Play } from '../run/declaration-runs.ts'
import type { DepthFirst } from '../run/depth-first.ts'
import { valueRun } from '../run/generated-declarations.ts'
import type { RunTiming } from '../run/run-timing.ts'
import type { Finding } from '../trace/finding.ts'
import { isAtOtherTimes, isLike, judge, judgeAgain, momentsOf, type Places } from '../verdict/judge.ts'
import type { Externals } from '../world/external-call.ts'
import type { PlanRunner } from './plan-runner.ts'

export interface Played {
  readonly run: RunRecord
  readonly findings: readonly Finding[]
}

export interface PlanJudgeParts<Outside extends Externals> {
  readonly exploration: Exploration<Outside>
  readonly runner: PlanRunner<Outside>
  /** The run without faults. */
  readonly reference: RunRecord
  /** The places that are not compared. */
  readonly chance: Places
  /** Findings in a run that need no comparison. */
  readonly brokenIn: (run: RunRecord) => readonly Finding[]
}

export class PlanJudge<Outside extends Externals> {
  readonly #parts: PlanJudgeParts<Outside>
  /** Runs with other declarations and without faults, by declaration. */
  readonly #declared = new Map<string, RunRecord>()

  constructor(parts: PlanJudgeParts<Outside>) {
    this.#parts = parts
  }

  /** Other ways to declare what the scenario declares. */
  get ways(): readonly DeclarationRun<Outside>[] {
    const { exploration, reference, chance } = this.#parts
    return declarationRuns(exploration, reference, chance)
  }

  async play(plan: Plan): Promise<Played> {
    if (plan.declares !== undefined) return await this.#playDeclaration(plan, plan.declares)
    const { runner, reference } = this.#parts
    const run = await runner.run(plan, { timing: this.#timingOf(reference) })
    return { run, findings: await this.#findingsOf(run, reference) }
  }

  /** A run whose order the guide decides. */
  async playGuided(guide: DepthFirst): Promise<Played> {
    const { runner, reference } = this.#parts
    const run = await runner.run(noFaults, { guide, timing: this.#timingOf(reference) })
    return { run, findings: await this.#findingsOf(run, reference) }
  }

  /** A run without faults is compared with the run of the scenario; one with faults, with the same declarations without faults. */
  async #playDeclaration(plan: Plan, declares: Declared): Promise<Played> {
    const { exploration, runner, brokenIn } = this.#parts
    const { scenario, moments, check } = this.#wayOf(declares)
    const what = { ...exploration, scenario }
    if (plan.faults.length === 0 && plan.schedule.type === 'in-order') {
      const run = await runner.run(plan, { what, timing: moments === undefined ? {} : { moments } })
      this.#declared.set(JSON.stringify(declares), run)
      return { run, findings: [...(await check(run, this.#playOther)), ...brokenIn(run)] }
    }
    const without = this.#declared.get(JSON.stringify(declares)) ?? (await this.#playOther(scenario, moments))
    const run = await runner.run(plan, { what, timing: this.#timingOf(without, moments) })
    return { run, findings: await this.#findingsOf(run, without, what) }
  }

  /** Runs another scenario without faults. */
  readonly #playOther: Play<Outside> = (scenario, moments) =>
    this.#parts.runner.run(noFaults, {
      what: { ...this.#parts.exploration, scenario },
      timing: moments === undefined ? {} : { moments },
    })

  /** The timing of a run that is compared with `reference`. */
  #timingOf({ waitEnds, checkpoints }: RunRecord, moments?: Moments): RunTiming {
    const isAsExpected = (now: Checkpoint) => isLike(checkpoints, now, this.#parts.chance)
    return { waitEnds, isAsExpected, ...(moments === undefined ? {} : { moments }) }
  }

  /**
   * The findings of a run, compared with one without faults. A fault takes time, and time alone changes the state if the operator depends
   * on it: differences are compared once more, with a run that is observed at the same moments.
   */
  async #findingsOf(run: RunRecord, reference: RunRecord, what = this.#parts.exploration): Promise<readonly Finding[]> {
    const { runner, chance, brokenIn } = this.#parts
    const findings = judge(reference, run, chance)
    const isOfTime = findings.some(({ oracle }) => oracle === 'end-state' || oracle === 'creations')
    if (!isOfTime || !isAtOtherTimes(reference, run)) return [...findings, ...brokenIn(run)]
    const timing = { waitEnds: run.waitEnds, moments: momentsOf(run) }
    const later = await runner.run(noFaults, { what, timing })
    return [...judgeAgain(later, run, chance), ...brokenIn(run)]
  }

  #wayOf(declares: Declared): DeclarationRun<Outside> {
    const { exploration, reference, chance } = this.#parts
    if (declares.type === 'value') return valueRun(declares, reference.checkpoints, { ...exploration, chance })
    const way = this.ways.find((one) => JSON.stringify(one.declares) === JSON.stringify(declares))
    if (way !== undefined) return way
    throw testingErrors('KW_TESTING_PLAN', {
      what: 'replay the plan',
      why: 'the scenario no longer has the steps of the plan',
      next: 'Explore again, and use the new plan file.',
      details: { declares },
    })
  }
}
