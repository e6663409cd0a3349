/** What an exploration found. */
import { testingErrors } from '../errors.ts'
import type { CoverageReport } from './covered-lines.ts'
import type { Finding } from './failure.ts'
import { type Plan, formatPlan } from './plan.ts'
import { formatPlanFile } from './plan-file.ts'
import { tellPlan, tellStory } from './story.ts'
import { sequenceOf, type StorySequence } from './story-sequence.ts'
import type { Trace } from './trace.ts'

export interface Failure extends Finding {
  /** The shortest plan that was found to lead to it. */
  readonly plan: Plan
  /** How many runs showed it. */
  readonly times: number
  /** What the operator saw, what it wrote, and where it was cut. */
  story(): string
  /** The same as messages between user, operator, server and things outside, with the objects they change. */
  sequence(): StorySequence
  /** Keep it in a file, and play it again with `replay`. */
  planFile(): string
}

export interface StrategyReport {
  readonly name: string
  /** How many plans there were. */
  readonly plans: number
  readonly runs: number
}

export interface Report {
  readonly seed: string
  /** Of the run without faults, or of the plan that was played again: the same seed gives the same. */
  readonly hash: string
  /** One for each mistake, the simplest plans first. */
  readonly failures: readonly Failure[]
  readonly runs: number
  readonly strategies: readonly StrategyReport[]
  /** What was not explored, and why; `undefined` if all plans ran. */
  readonly truncated: string | undefined
  /** Which lines of the operator's own code ran without faults, only with them, or never; if that was asked for. */
  readonly coverage: CoverageReport | undefined
  /** Every failing run, for people, the shortest first; or that nothing was found. */
  story(): string
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
    story: () => tellStory(parts),
    sequence: () => sequenceOf(parts),
    planFile: () => formatPlanFile({ found: `${finding.oracle}: ${finding.message}`, seed, plan }),
  }
}

/** `412 runs, nothing found`, and what was left out. */
export function summaryOf({ runs, failures, truncated, strategies }: Omit<Report, 'story'>): string {
  const found = failures.length === 0 ? 'nothing found' : `${failures.length} found`
  const parts = strategies.map(
    ({ name, plans, runs: done }) => `${name} ${done === plans ? done : `${done} of ${plans}`}`,
  )
  const left = truncated === undefined ? '' : `. Not everything was explored: ${truncated}`
  return `${runs} runs (${parts.join(', ')}), ${found}${left}`
}

/** A run that was played again. */
export interface ReplayedRun {
  readonly plan: Plan
  readonly trace: Trace
}

/** Every failure with its story. Of a plan that was played again and shows nothing, what happens. */
export function storyOf(report: Omit<Report, 'story'>, replayed?: ReplayedRun): string {
  const { failures } = report
  const stories = failures.flatMap((failure, at) => ['', ...titleOf(at, failures.length), failure.story()])
  const isShown = replayed === undefined || failures.some(({ plan }) => plan === replayed.plan)
  return [summaryOf(report), ...stories, ...(isShown ? [] : ['', tellRun(replayed)])].join('\n')
}

/** Of several failures each has a number. */
export function titleOf(at: number, count: number): readonly string[] {
  return count === 1 ? [] : [`--- failure ${at + 1} of ${count} ---`, '']
}

function tellRun({ plan, trace }: ReplayedRun): string {
  return tellPlan(formatPlan(plan), trace.entries)
}

/** Failure: `KW_TESTING_EXPLORED`, with the story, if there is one to tell. */
export function assertNoFailures(report: Report): void {
  if (report.failures.length === 0) return
  throw testingErrors('KW_TESTING_EXPLORED', {
    what: 'find the operator without failures',
    why: `${report.failures.length === 1 ? 'one was' : `${report.failures.length} were`} found`,
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
