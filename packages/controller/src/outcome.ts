/** What a reconcile says about what comes next. */
import type { Duration } from '@kubewright/core'

export type Outcome = { readonly kind: 'done' } | { readonly kind: 'again'; readonly after: Duration }

const doneOutcome: Outcome = Object.freeze({ kind: 'done' })

/** Nothing more to do until something changes. */
export function done(): Outcome {
  return doneOutcome
}

/** Look again after a while, even if nothing changes. The time counts from the end of this reconcile. */
export function again(after: Duration): Outcome {
  return { kind: 'again', after }
}
