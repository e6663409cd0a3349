/** Retry policy for failed writes. See decision 0349. */
import { isConflict } from '@kubewright/client'
import type { Task } from '@kubewright/queue'

/** For conflicts without a following watch event: a spurious conflict, or an interrupted watch. */
const conflictRetry = '5s'

/**
 * A conflict means that the cache is stale. Until the watch delivers the newer version, which enqueues the key again, a retry would send
 * the same stale resourceVersion and conflict again.
 */
export function repeat(task: Pick<Task<string>, 'retry' | 'again'>, error: unknown): void {
  if (isConflict(error)) task.again(conflictRetry)
  else task.retry()
}
