/**
 * Events of a queue: enough for every `workqueue_*` metric, without a metrics library.
 *
 * Queue depth and the duration of running tasks are states, not events: read them from `queue.snapshot({ limit: 0 })` when
 * they are scraped.
 */

/** Why a key is delayed: an `after`, its back-off, or its debounce. */
export type DelayCause = 'after' | 'backoff' | 'debounce'

/** How a task ended. */
export type OutcomeKind = 'done' | 'retry' | 'again'

/** Each function is called after the event. It must not call the queue. If it throws, the error is reported as a warning. */
export interface QueueObserver<Key> {
  /** A key began to wait for a worker. */
  readonly waiting?: (key: Key, priority: number) => void
  /** A waiting key moved to a higher priority. */
  readonly raised?: (key: Key, priority: number, from: number) => void
  /** A key that was idle, or came back from a worker, is delayed before it waits. */
  readonly delayed?: (key: Key, ms: number, cause: DelayCause) => void
  /** A worker took the key. */
  readonly taken?: (key: Key, priority: number, waitedMs: number) => void
  /** The worker handed it back. */
  readonly returned?: (key: Key, outcome: OutcomeKind, workedMs: number) => void
  /** A waiting key was dropped because the queue closed. */
  readonly dropped?: (key: Key, priority: number) => void
}
