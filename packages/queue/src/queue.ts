/**
 * What a work queue promises. `WorkQueue` keeps these promises; `@kubewright/queue/contract` checks them against any
 * implementation.
 *
 * Guarantees
 * - **Once.** A key that waits is not added twice: its adds become one run, with the highest priority, the earliest time
 *   and all reasons that were asked for. An `again` that is overtaken by an add is no reason for that run.
 * - **Alone.** A key is never with two workers.
 * - **Not lost.** A key that is added while a worker has it runs once more afterwards. Every add that the queue did not
 *   refuse or drop on closing is followed by a run that starts after it.
 * - **Not early.** A key is not handed out before its time: its `after`, its back-off, its debounce, the overall rate.
 * - **Back-off.** It grows only with failed retries. An event neither resets it nor lengthens it; it brings the next run
 *   forward, less and less promptly as long as such runs keep failing. See `backoff.ts`.
 * - **Priority.** The highest goes first; inside a priority the groups of `fairBy` take turns; inside a group the first
 *   to come goes first. A key that is raised goes to the end of its new level.
 * - **No starvation.** While a key is overdue, at least one take in `ageing.every` goes to the one that has waited
 *   longest. See `ageing.ts`.
 * - **Nothing kept.** A key that is idle costs no memory; a queue at rest holds no timer, and never more than one.
 */
import type { QueueSnapshot, SnapshotOptions } from './snapshot.ts'
import type { Task } from './task.ts'
import type { AddOptions } from './wish.ts'

/** What becomes of the keys that wait when a queue closes: workers still get them, or nobody does. */
export type OnClose = 'work' | 'drop'

export interface TakeOptions {
  /** Stops waiting. The promise then rejects with the signal's reason, and no key is lost. */
  readonly signal?: AbortSignal | undefined
}

export interface Queue<Key, Reason = string> extends Disposable {
  /** How many keys wait for a worker. For metrics only: it may be stale by the time you act on it. */
  readonly size: number

  /** Asks for `key` to be worked on. Ignored once the queue is closed. */
  add(key: Key, options?: AddOptions<Reason>): void

  /** Waits for a key. Resolves to `undefined` once the queue is closed and nothing waits. */
  take(options?: TakeOptions): Promise<Task<Key, Reason> | undefined>

  /**
   * Refuses new keys, and drops those that are delayed. Keys that wait are still handed out, unless `waiting` says to
   * drop them too. A task that is handed back afterwards is not retried.
   *
   * @param waiting - `'work'` unless given.
   */
  close(waiting?: OnClose): void

  /** Closes, and resolves once no key waits and every task has been handed back. */
  drain(waiting?: OnClose): Promise<void>

  /** What waits, what is delayed, what runs: since when, and why. */
  snapshot(options?: SnapshotOptions): QueueSnapshot<Key, Reason>

  /** Closes and drops what waits. */
  [Symbol.dispose](): void
}
