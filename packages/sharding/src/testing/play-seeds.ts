/** Plays stories until one fails, and shrinks the failing one. */
import { play, type Report } from './fleet.ts'
import { shrink } from './shrink.ts'
import { type Story, storyOf, type ThemeName } from './story.ts'

/** The stories to play. */
export interface Seeds {
  readonly from: number
  readonly to: number
  /** All of this theme. @default each of its own */
  readonly theme?: ThemeName
  /** Whether to shrink a failing story and record its events. */
  readonly isTold?: boolean
}

/** The result of the stories. */
export interface Outcome {
  readonly played: number
  /** The first failing seed, if any. */
  readonly failed?: number
  readonly violations: readonly string[]
  readonly reconciles: number
  readonly moves: number
  /** The longest time after the last fault until every object belonged to an acting shard. */
  readonly settledMs: number
  readonly smallest?: { readonly story: Story; readonly report: Report }
}

export async function playUntilFailure({ from, to, theme, isTold = false }: Seeds): Promise<Outcome> {
  const sum = { played: 0, reconciles: 0, moves: 0, settledMs: 0 }
  for (let seed = from; seed <= to; seed++) {
    const { violations, reconciles, moves, settledMs } = await play(storyOf(seed, theme))
    sum.played++
    sum.reconciles += reconciles
    sum.moves += moves
    sum.settledMs = Math.max(sum.settledMs, settledMs)
    if (violations.length === 0) continue
    const outcome = { ...sum, failed: seed, violations }
    return isTold ? { ...outcome, smallest: await smallestOf(storyOf(seed, theme)) } : outcome
  }
  return { ...sum, violations: [] }
}

async function smallestOf(story: Story): Promise<NonNullable<Outcome['smallest']>> {
  const smallest = await shrink(story)
  return { story: smallest, report: await play(smallest, true) }
}
