/**
 * The guarantees of a work queue. `WorkQueue` implements them; `@kubewright/queue/contract` tests any implementation against
 * them.
 *
 * Guarantees
 * - **Once.** A waiting key is not added twice: its adds become one run, with the highest requested priority, the earliest
 *   requested time and all reasons. The reason of an `again` that is overtaken by an add is dropped.
 * - **Alone.** A key is never with two workers.
 * - **Not lost.** A key that is added while a worker has it runs once more afterwards. Every add is followed by a run that
 *   starts after it, unless the queue was closed or dropped the key on closing.
 * - **Not early.** A key is not handed out before its time: its `after`, its back-off, its debounce, the overall rate.
 * - **Back-off.** It grows only with failed retries. An event neither resets it nor lengthens it; it brings the next run
 *   forward, less and less promptly as long as such runs keep failing. See `backoff.ts`.
 * - **Priority.** The highest goes first; inside a priority the groups of `fairBy` take turns; inside a group the first
 *   to come goes first. A raised key goes to the end of its new level.
 * - **No starvation.** While a key is overdue, at least one take in `ageing.every` goes to the one that has waited
 *   longest. See `ageing.ts`.
 * - **Nothing kept.** An idle key costs no memory; an idle queue has no timer, and a busy one at most one.
 */

import type { AddOptions } from './pending-request.ts'
import type { QueueSnapshot, SnapshotOptions } from './snapshot.ts'
import type { Task } from './task.ts'

/** What happens to waiting keys when a queue closes: they are still handed out, or dropped. */
export type OnClose = 'work' | 'drop'

/** Options of `Queue.take`. */
export interface TakeOptions {
  /** Stops waiting. The promise then rejects with the signal's reason, and no key is lost. */
  readonly signal?: AbortSignal | undefined
}

/** A deduplicating work queue with priorities, delays and retries. No key is with two workers at once. */
export interface Queue<Key, Reason = string> extends Disposable {
  /** Number of keys waiting for a worker. For metrics only: it may be stale by the time you act on it. */
  readonly size: number

  /** Requests a run of `key`. Ignored once the queue is closed. */
  add(key: Key, options?: AddOptions<Reason>): void

  /** Waits for a key. Resolves to `undefined` once the queue is closed and nothing waits. */
  take(options?: TakeOptions): Promise<Task<Key, Reason> | undefined>

  /**
   * Rejects new keys and drops delayed ones. Waiting keys are still handed out, unless `waiting` is `'drop'`. A task that is
   * handed back afterwards is not retried.
   *
   * @param waiting - `'work'` unless given.
   */
  close(waiting?: OnClose): void

  /** Closes, and resolves once no key waits and every task has been handed back. */
  drain(waiting?: OnClose): Promise<void>

  /** The waiting, delayed and running keys: since when, and why. */
  snapshot(options?: SnapshotOptions): QueueSnapshot<Key, Reason>

  /** Closes and drops waiting keys. */
  [Symbol.dispose](): void
}
