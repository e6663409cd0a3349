/** The reasons for a run: a bounded list. */

/**
 * Adds `reason` to `reasons`, without duplicates and at most `limit` of them. Beyond that, the first reason stays, since it
 * is the original cause, and so do the latest.
 *
 * @example
 * ```text
 * withReason(['a', 'b', 'c'], 'd', 3) // => ['a', 'c', 'd']
 * ```
 */
export function withReason<Reason>(reasons: readonly Reason[], reason: Reason, limit: number): readonly Reason[] {
  if (reasons.includes(reason)) return reasons
  if (reasons.length < limit) return [...reasons, reason]
  return limit < 2 ? reasons : [reasons[0]!, ...reasons.slice(2), reason]
}

/** The reasons of both lists, the `earlier` ones first, under the same rule. */
export function withReasons<Reason>(
  earlier: readonly Reason[],
  later: readonly Reason[],
  limit: number,
): readonly Reason[] {
  if (later.length === 0) return earlier
  return later.reduce((all, reason) => withReason(all, reason, limit), earlier)
}
