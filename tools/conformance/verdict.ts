/** The result of a run: the number of agreeing cases, and whether the list of known differences is accurate. Pure. */
import type { Difference } from './difference.ts'

export interface KnownDifference {
  readonly case: string
  /** Why our server differs, in a sentence. */
  readonly reason: string
}

export interface Verdict {
  readonly total: number
  readonly agreeing: number
  /** Differences that are not in the list. */
  readonly unexplained: readonly Difference[]
  readonly explained: readonly Difference[]
  /** Entries of the list that are obsolete: the case agrees now, or does not exist. */
  readonly outdated: readonly string[]
}

export function judge(
  ids: readonly string[],
  differences: readonly Difference[],
  known: readonly KnownDifference[],
): Verdict {
  const reasons = new Map(known.map((entry) => [entry.case, entry.reason]))
  const differing = new Set(differences.map(({ id }) => id))
  return {
    total: ids.length,
    agreeing: ids.length - differing.size,
    unexplained: differences.filter(({ id }) => !reasons.has(id)),
    explained: differences.filter(({ id }) => reasons.has(id)),
    outdated: known.map((entry) => entry.case).filter((id) => !differing.has(id)),
  }
}

export function hasPassed({ unexplained, outdated }: Verdict): boolean {
  return unexplained.length === 0 && outdated.length === 0
}

/** The lines of a report. `N of M agree` comes last, where it is visible. */
export function formatVerdict(verdict: Verdict): string[] {
  const { total, agreeing, unexplained, explained, outdated } = verdict
  return [
    ...unexplained.map(({ text }) => `✗ ${text}\n`),
    ...outdated.map((id) => `✗ ${id}\n    agrees, or is gone: take it out of known-differences.json\n`),
    `${agreeing} of ${total} agree; ${explained.length} known differences, ${unexplained.length} unexplained`,
  ]
}
