/**
 * Work that runs on its own, by name: so that whoever waits for a process or a test to end can say what did not.
 */

/** Work that has not settled yet. */
export interface PendingTask {
  readonly name: string
  /** The stack of the call that started it. */
  readonly origin: string
}

interface Task {
  readonly name: string
  readonly origin: { readonly stack?: string }
}

/** Exactly the tracked tasks that have not settled. */
const pending = new Set<Task>()

/**
 * Notes that a task is under way until it settles, and nothing of it afterwards. Use the promise it returns: it settles
 * as `promise` does, and a rejection that nobody handles still surfaces.
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
  const origin = {}
  Error.captureStackTrace(origin, track)
  const task: Task = { name, origin }
  pending.add(task)
  return promise.finally(() => pending.delete(task))
}

/** The tracked tasks that have not settled, oldest first. */
export function pendingTasks(): readonly PendingTask[] {
  return Array.from(pending, ({ name, origin }) => ({ name, origin: (origin.stack ?? '').replace(/^Error\n/, '') }))
}
