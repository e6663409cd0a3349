/** When an object whose write failed is worked on again. */
import { isConflict } from '@kubewright/client'
import type { Task } from '@kubewright/queue'

/** For conflicts that no event follows: one side answered with a conflict although nothing changed, or its watch is away. */
const conflictRetry = '5s'

/**
 * A conflict means that the cache is behind. Until the watch brings the newer version, which adds the key again, another attempt would
 * carry the same outdated version: it would only be one more conflict.
 */
export function repeat(task: Pick<Task<string>, 'retry' | 'again'>, error: unknown): void {
  if (isConflict(error)) task.again(conflictRetry)
  else task.retry()
}
