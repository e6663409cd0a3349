/** That nobody waits for an answer any more: heard from a scope where there is one, which costs less than a signal. */
import type { RequestScope } from '@kubewright/client'
import { onAbort } from '@kubewright/core'

/** For how long something is wanted. */
export type Wanted = AbortSignal | RequestScope

/** Calls `run` once when it is not wanted any more. Whoever knows that already is not told. */
export function onGivenUp(wanted: Wanted, run: () => void): Disposable {
  return 'onAbort' in wanted ? wanted.onAbort(run) : onAbort(wanted, run)
}
