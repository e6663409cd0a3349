/** Detects that a caller has given up on a response: by its request scope if there is one, which is cheaper than a signal. */
import type { RequestScope } from '@kubewright/client/transport'
import { onAbort } from '@kubewright/core/tasks'

/** How long a caller waits. */
export type Wanted = AbortSignal | RequestScope

/** Calls `run` once when the caller gives up. Does not call it if that has happened already. */
export function onAbandoned(wanted: Wanted, run: () => void): Disposable {
  return 'onAbort' in wanted ? wanted.onAbort(run) : onAbort(wanted, run)
}
