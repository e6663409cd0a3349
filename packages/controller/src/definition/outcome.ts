/** The result of a reconcile: when to run again. */
import { type Duration, toMs } from '@kubewright/core'

/** The result of a reconcile: `done()`, or `again(…)` to requeue the object after a time. */
export type Outcome = { readonly kind: 'done' } | { readonly kind: 'again'; readonly after: Duration }

const doneOutcome: Outcome = Object.freeze({ kind: 'done' })

/** Done until something changes. */
export function done(): Outcome {
  return doneOutcome
}

/**
 * Requeue after this time, even if nothing changes. The time counts from the end of this reconcile.
 *
 * Failure: `KW_CORE_DURATION`.
 */
export function again(after: Duration): Outcome {
  toMs(after) // here, so that the stack of the error has the line of the mistake
  return { kind: 'again', after }
}
