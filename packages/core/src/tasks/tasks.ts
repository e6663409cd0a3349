/** Named background tasks, so that a process or test that waits for its end can report the unfinished ones. */
import { framesOf, traceHere } from './stack-trace.ts'

/** A task that has not settled yet. */
export interface PendingTask {
  readonly name: string
  /** The stack of the call that started it. */
  readonly origin: string
}

/** Exactly the tracked tasks that have not settled. */
const pending = new Set<PendingTask>()

/**
 * Tracks a task until it settles. Use the returned promise: it settles as `promise` does, and an unhandled rejection still surfaces.
 *
 * @example
 * ```ts
 * const work = track('watch websites', Promise.resolve(7))
 * pendingTasks().map(({ name }) => name) // => ['watch websites']
 * await work // => 7
 * pendingTasks() // => []
 * ```
 */
export function track<T>(name: string, promise: Promise<T>): Promise<T> {
  const task = startedTask(name)
  pending.add(task)
  return promise.finally(() => pending.delete(task))
}

/** The tracked tasks that have not settled, oldest first. A task keeps its object identity while it is pending. */
export function pendingTasks(): readonly PendingTask[] {
  return [...pending]
}

function startedTask(name: string): PendingTask {
  const trace = traceHere(12)
  return {
    name,
    get origin() {
      return framesOf(trace).slice(ownFrames).join('\n')
    },
  }
}

/** The frames of `startedTask` and `track`. */
const ownFrames = 2
