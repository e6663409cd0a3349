/**
 * Explores an operator that runs as its own process, in any language: starts it repeatedly against an embedded API server, injects a
 * different fault each time, and compares the final states.
 *
 * Guarantees
 * - The same plan affects the same calls, by name and count. Their timing, and everything else the process does, is not reproducible: it
 *   runs in real time.
 * - No process outlives the exploration.
 * - The report says what was not explored.
 *
 * See decision 0206.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@kubewright/core'
import { checkFieldOptions } from '../explore/definition/field-options.ts'
import { Budget, type BudgetOption } from '../explore/definition/budget.ts'
import type { Progress } from '../explore/definition/explore-options.ts'
import { type Finding, finding } from '../explore/trace/finding.ts'
import { hasWritten } from '../explore/verdict/idle-operator.ts'
import { ignoring, type Excuses, judgeWith, type Places, placesOfChance } from '../explore/verdict/judge.ts'
import { numbered } from '../explore/report/report.ts'
import { formatStory, type StoryOptions } from '../explore/report/story.ts'
import { sequenceOf, type StorySequence } from '../explore/report/story-sequence.ts'
import type { ProcessExploration } from './process-exploration.ts'
import { processFaults } from './process-faults.ts'
import { formatProcessPlan, type ProcessPlan } from './process-plan.ts'
import { formatProcessPlanFile } from './process-plan-file.ts'
import { type ProcessRecord, runProcessPlan } from './process-run.ts'

/** Options of `exploreProcess` and `defineProcessExploration`. */
export interface ExploreProcessOptions extends ProcessExploration {
  /** The limit on time and runs. @default '60s' */
  readonly budget?: BudgetOption
  /** The number of concurrent runs; each is idle most of the time. @default 4 */
  readonly parallel?: number
  /** Receives the progress after each run. */
  readonly onProgress?: (progress: Progress) => void
  /** When aborted, the exploration ends after the runs in flight, and reports its findings so far. @default none */
  readonly signal?: AbortSignal
}

/** A distinct failure of the operator process, with a plan that reproduces it. */
export interface ProcessFailure extends Finding {
  readonly plan: ProcessPlan
  /** The number of runs with this failure. */
  readonly times: number
  /** The writes of the process, and the fault that was injected. */
  story(options?: StoryOptions): string
  /** The story as messages between user, process and server, with the objects they change. */
  sequence(): StorySequence
  /** The plan as text. Keep it in a file and run it again with `replay`. */
  planFile(): string
}

/** The result of an exploration or a replay of an operator process. */
export interface ProcessReport {
  /** One for each distinct failure. */
  readonly failures: readonly ProcessFailure[]
  readonly runs: number
  /** The parts that were not explored, and why; `undefined` if all plans ran. */
  readonly truncated: string | undefined
  /** The failing runs as text, or that nothing was found. */
  story(options?: StoryOptions): string
}

const nothing: ProcessPlan = { faults: [] }

/** Failure: `KW_TESTING_EXPLORATION` for wrong options; rejects if the server cannot be started. A command that does not work is a failure in the report. */
export function exploreProcess(options: ExploreProcessOptions): Promise<ProcessReport> {
  return withExplorer(options, (explorer) => explorer.explore())
}

/** Runs one plan again, as a regression test. */
export function replayProcess(options: ExploreProcessOptions, plan: ProcessPlan): Promise<ProcessReport> {
  return withExplorer(options, (explorer) => explorer.explore([plan]))
}

async function withExplorer<T>(options: ExploreProcessOptions, work: (explorer: ProcessExplorer) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-process-'))
  try {
    return await work(new ProcessExplorer(options, folder))
  } finally {
    await rm(folder, { recursive: true })
  }
}

class ProcessExplorer {
  readonly #options: ExploreProcessOptions
  readonly #folder: string
  readonly #budget: Budget
  #faults = 0
  readonly #found = new Map<
    string,
    { readonly finding: Finding; readonly run: ProcessRecord; readonly times: number }
  >()

  constructor(options: ExploreProcessOptions, folder: string) {
    checkFieldOptions({ ignore: options.ignore ?? [] })
    this.#options = options
    this.#folder = folder
    this.#budget = new Budget(options.budget, systemClock, options.signal)
  }

  /** @param chosen the plans to run; by default one for each single fault, derived from the run without faults */
  async explore(chosen?: readonly ProcessPlan[]): Promise<ProcessReport> {
    const reference = await this.#run(nothing)
    this.#note(reference, reference.findings)
    if (!hasWritten(reference.trace.entries)) this.#note(reference, [wroteNothing])
    if (this.#found.size > 0) return this.#report([], 0)
    const places = placesOfChance(reference, await this.#run(nothing))
    const chance = ignoring(places, this.#options.ignore ?? [])
    const faults = processFaults(reference.trace.entries, reference.kinds)
    const plans = chosen ?? faults.map((fault) => ({ faults: [fault] }))
    const left = [...plans]
    const work = async () => {
      for (let plan = this.#next(left); plan !== undefined; plan = this.#next(left)) {
        const run = await this.#run(plan, { reference, chance })
        this.#note(run, judgeWith(excusesOf(plan), reference, run, chance))
        this.#options.onProgress?.({
          strategy: 'process',
          runs: this.#budget.runs,
          plans: plans.length,
          faults: this.#faults,
          failures: this.#found.size,
        })
      }
    }
    await Promise.all(Array.from({ length: this.#options.parallel ?? 4 }, work))
    return this.#report(plans, left.length)
  }

  #next(left: ProcessPlan[]): ProcessPlan | undefined {
    return this.#budget.isSpent ? undefined : left.shift()
  }

  async #run(plan: ProcessPlan, expected?: { readonly reference: ProcessRecord; readonly chance: Places }) {
    this.#budget.count()
    this.#faults += plan.faults.length
    const number = this.#budget.runs
    const kubeconfig = async (text: string) => {
      const path = join(this.#folder, `kubeconfig-${number}`)
      await writeFile(path, text, { mode: 0o600 })
      return path
    }
    return await runProcessPlan(this.#options, { plan, kubeconfig, ...(expected === undefined ? {} : { expected }) })
  }

  #note(run: ProcessRecord, findings: readonly Finding[]): void {
    for (const finding of findings) {
      const known = this.#found.get(finding.signature)
      this.#found.set(
        finding.signature,
        known === undefined ? { finding, run, times: 1 } : { ...known, times: known.times + 1 },
      )
    }
  }

  #report(plans: readonly ProcessPlan[], left: number): ProcessReport {
    const failures = [...this.#found.values()].map(({ finding, run: { plan, trace }, times }): ProcessFailure => {
      const parts = { finding, wrong: formatProcessPlan(plan), entries: trace.entries }
      const story = (options?: StoryOptions) => formatStory(parts, options)
      const sequence = () => sequenceOf(parts)
      const planFile = () => formatProcessPlanFile(plan, `${finding.oracle}: ${finding.message}`)
      return { ...finding, plan, times, story, sequence, planFile }
    })
    const truncated = left === 0 ? undefined : `${left} of ${plans.length} plans did not fit the budget`
    const report = { failures, runs: this.#budget.runs, truncated }
    return { ...report, story: (options) => storyOf(report, options) }
  }
}

const wroteNothing = finding(
  'scenario',
  'nothing is explored: the process wrote nothing. Let the scenario create an object that it reconciles, and set a longer `quiet` if it starts slowly',
)

/** An impatient user may act on an idle process, and a process cannot know events that were withheld from it. */
function excusesOf({ faults }: ProcessPlan): Excuses {
  const isUserAhead = faults.some(({ type }) => type === 'hurry' || type === 'blind')
  return {
    isUserAhead,
    isViewBehind: isUserAhead || faults.some(({ type }) => type === 'slow' || type === 'cut'),
    broughtBack: new Set(),
  }
}

function storyOf({ failures, runs, truncated }: Omit<ProcessReport, 'story'>, options?: StoryOptions): string {
  const found = failures.length === 0 ? 'nothing found' : `${failures.length} found`
  const summary = `${runs} runs, ${found}${truncated === undefined ? '' : `. Not everything was explored: ${truncated}`}`
  return [summary, ...numbered(failures.map((failure) => failure.story(options)))].join('\n')
}
