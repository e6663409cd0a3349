/** Why a key is to be worked on: a short list, however many reasons there are. */

/**
 * Adds `reason` to `reasons`, at most `limit` of them, each once. When there are too many, the first stays, since it
 * began it all, and so do the latest.
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

/** The reasons of both, the `earlier` ones first, under the same rule. */
export function withReasons<Reason>(
  earlier: readonly Reason[],
  later: readonly Reason[],
  limit: number,
): readonly Reason[] {
  if (later.length === 0) return earlier
  return later.reduce((all, reason) => withReason(all, reason, limit), earlier)
}
