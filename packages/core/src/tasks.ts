/**
 * Work that runs on its own, by name: so that whoever waits for a process or a test to end can say what did not.
 */
import { framesOf, traceHere } from './stack-trace.ts'

/** Work that has not settled yet. */
export interface PendingTask {
  readonly name: string
  /** The stack of the call that started it. */
  readonly origin: string
}

/** Exactly the tracked tasks that have not settled. */
const pending = new Set<PendingTask>()

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
  const task = startedTask(name)
  pending.add(task)
  return promise.finally(() => pending.delete(task))
}

/** The tracked tasks that have not settled, oldest first. A task stays the same object as long as it is one of them. */
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

/** `startedTask` and `track`. */
const ownFrames = 2
