/**
 * A work queue of keys: deduplicated, delayed, backed off, prioritised, fair. Deterministic but for its clock and random
 * source.
 */
export type { AgeingOptions } from './ageing.ts'
export type { BackoffOptions } from './backoff.ts'
export { queueErrors } from './errors.ts'
export type { DelayCause, OutcomeKind, QueueObserver } from './observer.ts'
export { type AddOptions, backgroundPriority, changePriority, type DebounceOptions } from './pending-request.ts'
export type { OnClose, Queue, TakeOptions } from './queue.ts'
export { type QueueOptions, queueDefaults } from './queue-options.ts'
export type { DelayedKey, Listing, QueueSnapshot, RunningKey, SeenKey, SnapshotOptions } from './snapshot.ts'
export type { AgainOptions, RetryOptions, Task } from './task.ts'
export type { RateOptions } from './token-bucket.ts'
export { WorkQueue } from './work-queue.ts'
