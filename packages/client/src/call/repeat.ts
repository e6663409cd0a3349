/**
 * Whether a failed request may be sent again. A request is repeated only where a second arrival does no more than a late
 * first one would, or where the first certainly was not carried out.
 *
 * | | read | idempotent | unprocessed | unsent |
 * |---|---|---|---|---|
 * | it was not sent at all | yes | yes | yes | yes |
 * | 429, or 503 with Retry-After: not carried out | yes | yes | yes | no |
 * | connection lost, 502, 503, 504: nobody knows | yes | yes | no | no |
 * | 500 | yes | with Retry-After | no | no |
 *
 * A 500 on a write is mostly a mistake in the object or a broken webhook; repeating it at once would only delay the news.
 */

/**
 * - `read`: changes nothing.
 * - `idempotent`: a second arrival leads to the same state, or to a conflict that says so.
 * - `unprocessed`: must not arrive twice, such as a create.
 * - `unsent`: must not arrive twice, and "too many requests" is an answer the caller wants to see.
 */
export type Repeat = 'read' | 'idempotent' | 'unprocessed' | 'unsent'

/** How an attempt failed. */
export type AttemptFailure =
  /** The request certainly did not reach the server. */
  | { readonly kind: 'unreachable' }
  /** The connection ended before the answer did. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs?: number | undefined }

export function mayRepeat(repeat: Repeat, failure: AttemptFailure): boolean {
  if (failure.kind === 'unreachable') return true
  if (repeat === 'unsent') return false
  if (wasNotProcessed(failure)) return true
  if (repeat === 'unprocessed') return false
  if (failure.kind !== 'answered') return true
  if (failure.status === 500) return repeat === 'read' || failure.retryAfterMs !== undefined
  return failure.status >= 502 && failure.status <= 504
}

function wasNotProcessed(failure: AttemptFailure): boolean {
  if (failure.kind !== 'answered') return false
  return failure.status === 429 || (failure.status === 503 && failure.retryAfterMs !== undefined)
}
