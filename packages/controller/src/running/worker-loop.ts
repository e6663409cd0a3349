/**
 * The worker loop: takes a task, finds its subject, and reconciles it.
 *
 * Guarantees
 * - A task is always handed back. If its reconcile may not have run, it is retried.
 * - No failure ends a worker.
 */
import type { TimeSlice } from '@kubewright/core/time'
import type { Task } from '@kubewright/queue'
import type { ControllerLog } from '../host/controller-log.ts'
import { formatReason, type Reason, wakingReasons } from '../request/reason.ts'
import type { ReconcileRequests } from './reconcile-requests.ts'
import type { ReconcileRunner } from './reconcile-runner.ts'
import type { Subject } from './subject.ts'
import type { TaskDispatcher } from './task-dispatcher.ts'

export interface WorkerLoopOptions {
  readonly dispatcher: Pick<TaskDispatcher, 'next'>
  readonly slice: Pick<TimeSlice, 'isOver' | 'next'>
  readonly requests: Pick<ReconcileRequests, 'takeArrival'>
  /** `undefined` if the object is gone. */
  readonly find: (key: string) => Subject | undefined
  readonly runner: Pick<ReconcileRunner, 'run'>
  readonly log: ControllerLog
}

export class WorkerLoop {
  readonly #options: WorkerLoopOptions
  readonly #running = new Map<string, string>()

  constructor(options: WorkerLoopOptions) {
    this.#options = options
  }

  /** The keys that are being reconciled, each with its reasons. */
  get running(): ReadonlyMap<string, string> {
    return this.#running
  }

  /** Works until `stop` is aborted, then waits for the reconcile in flight. `kill` aborts that too. */
  async run(stop: AbortSignal, kill: AbortSignal): Promise<void> {
    const { dispatcher, slice, log } = this.#options
    while (!stop.aborted) {
      // Reconciles of objects in the desired state never yield: thousands of them would block the event loop.
      if (slice.isOver) await slice.next()
      using assignment = await dispatcher.next(stop)
      if (assignment === undefined) return
      const { task } = assignment
      try {
        await this.#process(task, kill)
      } catch (error) {
        // A failure outside the reconcile, such as an observer or logger that throws, must not end the worker.
        log.error('worker failed, will retry the object', { key: task.key, error })
      }
    }
  }

  async #process(task: Task<string, Reason>, kill: AbortSignal): Promise<void> {
    using handedBack = task
    const { requests, find, runner } = this.#options
    this.#running.set(task.key, wakingReasons(task.reasons).map(formatReason).join(', '))
    const arrivedAt = requests.takeArrival(task.key)
    try {
      const subject = find(task.key)
      if (subject !== undefined) await runner.run(subject, { task: handedBack, arrivedAt }, kill)
    } catch (error) {
      // It may not have been reconciled: retry.
      task.retry({ reason: { type: 'retry' } })
      throw error
    } finally {
      this.#running.delete(task.key)
    }
  }
}
