/**
 * What a queue tells those who count: enough for every `workqueue_*` metric, and no metrics library.
 *
 * How deep the queue is, and how long the work in progress has taken, are states, not events: read them from
 * `queue.snapshot({ limit: 0 })` whenever they are asked for.
 */

/** Why a key must let time pass: an `after`, its own failures, or more adds that may follow. */
export type DelayCause = 'after' | 'backoff' | 'debounce'

/** How a task ended. */
export type OutcomeKind = 'done' | 'retry' | 'again'

/** Each function is called after the fact. It must not call the queue; one that throws is reported as a warning. */
export interface QueueObserver<Key> {
  /** A key began to wait for a worker. */
  readonly waiting?: (key: Key, priority: number) => void
  /** A key that waits moved to a higher priority. */
  readonly raised?: (key: Key, priority: number, from: number) => void
  /** A key that was idle, or came back from a worker, must let time pass before it waits. */
  readonly delayed?: (key: Key, ms: number, cause: DelayCause) => void
  /** A worker has the key. */
  readonly taken?: (key: Key, priority: number, waitedMs: number) => void
  /** The worker gave it back. */
  readonly returned?: (key: Key, outcome: OutcomeKind, workedMs: number) => void
  /** A key that waited was dropped because the queue closed. */
  readonly dropped?: (key: Key, priority: number) => void
}
