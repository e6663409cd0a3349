/** Plays stories of divided clusters until one fails, and shrinks the failing one. */
import { type DivisionReport, playDivision } from './division.ts'
import { type DivisionStory, divisionStoryOf, type DivisionTheme } from './division-story.ts'
import { quiet } from './simulated-process.ts'

export interface DivisionSeeds {
  readonly from: number
  readonly to: number
  /** All of this theme. @default each of its own */
  readonly theme?: DivisionTheme
  /** Whether to shrink a failing story and record its events. */
  readonly isTold?: boolean
}

export interface DivisionOutcome {
  readonly played: number
  /** The first failing seed, if any. */
  readonly failed?: number
  readonly violations: readonly string[]
  readonly writes: number
  readonly moves: number
  readonly settledMs: number
  readonly smallest?: { readonly story: DivisionStory; readonly report: DivisionReport }
}

export async function playUntilFailure({ from, to, theme, isTold = false }: DivisionSeeds): Promise<DivisionOutcome> {
  const sum = { played: 0, writes: 0, moves: 0, settledMs: 0 }
  for (let seed = from; seed <= to; seed++) {
    const story = divisionStoryOf(seed, theme)
    const { violations, writes, moves, settledMs } = await playDivision(story)
    sum.played++
    sum.writes += writes
    sum.moves += moves
    sum.settledMs = Math.max(sum.settledMs, settledMs)
    if (violations.length === 0) continue
    const outcome = { ...sum, failed: seed, violations }
    if (!isTold) return outcome
    const smallest = await shrinkDivision(story)
    return { ...outcome, smallest: { story: smallest, report: await playDivision(smallest, true) } }
  }
  return { ...sum, violations: [] }
}

/** The smallest story found that still fails. */
export async function shrinkDivision(story: DivisionStory): Promise<DivisionStory> {
  for (const candidate of smaller(story)) {
    const { violations } = await playDivision(candidate)
    if (violations.length > 0) return shrinkDivision(candidate)
  }
  return story
}

function* smaller(story: DivisionStory): Generator<DivisionStory> {
  const { events, replicas, clusters, noise, stubborn } = story
  for (let at = 0; at < events.length; at++) yield { ...story, events: events.filter((_, one) => one !== at) }
  if (replicas > 2) yield { ...story, replicas: replicas - 1 }
  if (clusters > 1) yield { ...story, clusters: clusters - 1 }
  if (noise !== quiet) yield { ...story, noise: quiet }
  if (stubborn > 0) yield { ...story, stubborn: 0 }
}
