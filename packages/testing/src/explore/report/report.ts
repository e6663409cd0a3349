/** The results of an exploration. */
import { testingErrors } from '../../errors.ts'
import type { CoverageReport } from '../reality/covered-lines.ts'
import type { Finding } from '../trace/finding.ts'
import { type Plan, formatPlan } from '../plan/plan.ts'
import { formatPlanFile } from '../plan/plan-file.ts'
import { formatReplay, formatStory, type StoryOptions } from './story.ts'
import { sequenceOf, type StorySequence } from './story-sequence.ts'
import type { Trace } from '../trace/trace.ts'

/** A distinct failure of the operator, with the smallest plan that reproduces it. */
export interface Failure extends Finding {
  /** The smallest plan found that reproduces the failure. */
  readonly plan: Plan
  /** The number of runs with this failure. */
  readonly times: number
  /** The operator's reads and writes, and the fault that was injected. A long story is shortened, except with `full`. */
  story(options?: StoryOptions): string
  /** The story as messages between user, operator, server and external services, with the objects they change. */
  sequence(): StorySequence
  /** The plan as text. Keep it in a file and run it again with `replay`. */
  planFile(): string
}

/** How many plans a strategy tried, in how many runs. */
export interface StrategyReport {
  readonly name: string
  /** The number of plans of the strategy. */
  readonly plans: number
  readonly runs: number
}

/** The result of an exploration or a replay: failures, runs per strategy, and coverage. */
export interface Report {
  readonly seed: string
  /** The hash of the run without faults, or of the replayed plan: the same seed gives the same hash. */
  readonly hash: string
  /** One for each distinct failure, the simplest plans first. */
  readonly failures: readonly Failure[]
  readonly runs: number
  readonly strategies: readonly StrategyReport[]
  /** The parts that were not explored, and why; `undefined` if all plans ran. */
  readonly truncated: string | undefined
  /** Line coverage of the operator's own code, if it was requested. */
  readonly coverage: CoverageReport | undefined
  /** The failing runs as text, the simplest first, or that nothing was found. Long stories are shortened, unless told in `full`. */
  story(options?: StoryOptions): string
}

export interface FoundFailure {
  readonly finding: Finding
  readonly plan: Plan
  readonly trace: Trace
  readonly times: number
}

export function failureOf({ finding, plan, trace, times }: FoundFailure, seed: string): Failure {
  const parts = { finding, wrong: formatPlan(plan), entries: trace.entries }
  return {
    ...finding,
    plan,
    times,
    story: (options) => formatStory(parts, options),
    sequence: () => sequenceOf(parts),
    planFile: () => formatPlanFile({ found: `${finding.oracle}: ${finding.message}`, seed, plan }),
  }
}

/** `412 runs, nothing found`, and what was not explored. */
export function summaryOf({ runs, failures, truncated, strategies }: Omit<Report, 'story'>): string {
  const found = failures.length === 0 ? 'nothing found' : `${failures.length} found`
  const parts = strategies.map(
    ({ name, plans, runs: done }) => `${name} ${done === plans ? done : `${done} of ${plans}`}`,
  )
  const left = truncated === undefined ? '' : `. Not everything was explored: ${truncated}`
  return `${runs} runs (${parts.join(', ')}), ${found}${left}`
}

/** The run of a replayed plan. */
export interface ReplayedRun {
  readonly plan: Plan
  readonly trace: Trace
}

/** Every failure with its story. For a replayed plan without a failure, the story of its run. */
export function storyOf(report: Omit<Report, 'story'>, replayed?: ReplayedRun, options?: StoryOptions): string {
  const { failures } = report
  const stories = numbered(failures.map((failure) => failure.story(options)))
  const isShown = replayed === undefined || failures.some(({ plan }) => plan === replayed.plan)
  return [summaryOf(report), ...stories, ...(isShown ? [] : ['', formatReplayedRun(replayed, options)])].join('\n')
}

/** Numbers the stories if there are several. If one cause has several failures, what happens is told once. */
export function numbered(stories: readonly string[]): readonly string[] {
  if (stories.length === 1) return ['', ...stories]
  const runs = stories.map(runIn)
  return stories.flatMap((story, at) => {
    const first = runs.indexOf(runs[at]!)
    const same = `Plan and what happens: the same as in failure ${first + 1}.`
    const told = first === at || runs[at] === '' ? story : story.replace(runs[at]!, () => same)
    return ['', `--- failure ${at + 1} of ${stories.length} ---`, '', told]
  })
}

/** The part of a story that does not depend on how the failure was noticed. */
function runIn(story: string): string {
  return /(?<=\n\n)Plan: [^]*(?=\n\nDetected here: )/.exec(story)?.[0] ?? ''
}

function formatReplayedRun({ plan, trace }: ReplayedRun, options?: StoryOptions): string {
  return formatReplay(formatPlan(plan), trace.entries, options)
}

/** Failure: `KW_TESTING_EXPLORED`, with the story, if there are failures. */
export function assertNoFailures(report: Report): void {
  if (report.failures.length === 0) return
  throw testingErrors('KW_TESTING_EXPLORED', {
    what: 'pass the exploration',
    why: `${report.failures.length === 1 ? '1 failure was' : `${report.failures.length} failures were`} found`,
    next: `\n\n${report.story()}`,
    details: { plans: report.failures.map(({ plan }) => plan) },
  })
}

/** For Vitest and Jest: `expect.extend(exploreMatchers)`, then `expect(report).toHaveNoFailures()`. */
export const exploreMatchers = {
  toHaveNoFailures(report: Report): { pass: boolean; message: () => string } {
    return {
      pass: report.failures.length === 0,
      message: () => (report.failures.length === 0 ? 'a failure was expected, and none was found' : report.story()),
    }
  },
}
