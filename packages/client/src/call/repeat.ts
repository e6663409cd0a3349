/**
 * Decides whether a failed request may be retried: only if a second delivery has no more effect than a delayed first one, or if
 * the first was certainly not executed.
 *
 * | | read | idempotent | unprocessed | unsent |
 * |---|---|---|---|---|
 * | not sent | yes | yes | yes | yes |
 * | 429, or 503 with Retry-After: not executed | yes | yes | yes | no |
 * | connection lost, 502, 503, 504: unknown | yes | yes | no | no |
 * | 500 | yes | with Retry-After | no | no |
 *
 * A 500 on a write is mostly caused by the object or a broken webhook; an immediate retry would only delay the error.
 *
 * See decision 0051.
 */

/**
 * - `read`: changes nothing.
 * - `idempotent`: a second delivery leads to the same state, or to a conflict.
 * - `unprocessed`: must not be executed twice, such as a create.
 * - `unsent`: must not be executed twice, and the caller handles 429 itself.
 */
export type Repeat = 'read' | 'idempotent' | 'unprocessed' | 'unsent'

/** How an attempt failed. */
export type AttemptFailure =
  /** The request certainly did not reach the server. */
  | { readonly kind: 'unreachable' }
  /** The connection ended before the response did. */
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
