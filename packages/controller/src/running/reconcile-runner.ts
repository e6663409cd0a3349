/**
 * Runs the reconcile of one task: reports its begin and end, and hands the task back with its outcome, to be requeued, retried or
 * done.
 */
import { formatRef } from '@kubewright/core'
import type { ControllerHost } from '../host/controller-host.ts'
import type { ReconcileResult } from '../host/reconcile-record.ts'
import type { Due, ReconcileReporter } from '../reconcile/reconcile-reporter.ts'
import type { RunRequest } from '../reconcile/reconcile-run.ts'
import type { WriteCount } from '../reconcile/write-count.ts'
import { parseRequestKey } from '../request/request-key.ts'
import { warnIfLong } from './long-reconcile.ts'
import type { RequeuePace } from './requeue-pace.ts'
import type { Subject } from './subject.ts'
import { conclude, fail } from './task-end.ts'

export interface ReconcileRunnerOptions {
  readonly controller: string
  /** The cluster, if it is not home. */
  readonly where: { readonly cluster?: string }
  readonly host: Pick<ControllerHost, 'ids' | 'clock' | 'log' | 'partition'>
  readonly reporter: Pick<ReconcileReporter, 'began' | 'ended' | 'loops' | 'traced'>
  readonly pace: Pick<RequeuePace, 'note'>
}

export class ReconcileRunner {
  readonly #options: ReconcileRunnerOptions

  constructor(options: ReconcileRunnerOptions) {
    this.#options = options
  }

  /** Never rejects because of the reconcile: its failure is an outcome. */
  async run(subject: Subject, due: Due, kill: AbortSignal): Promise<void> {
    const { controller, where, host, reporter } = this.#options
    const { ids, clock } = host
    const { task } = due
    const [object, id] = [parseRequestKey(task.key), ids.uuid()]
    const log = host.log.with({ controller, object: formatRef(object), reconcileId: id })
    const [startedAt, begun] = [clock.now(), clock.elapsed()]
    const writes: WriteCount & Required<Pick<WriteCount, 'written'>> = { sent: 0, changed: 0, written: [] }
    const { reasons } = task
    reporter.began(id, object, task)
    using _ = warnIfLong(clock, log)
    const notAwaited: string[] = []
    const request = { ref: object, id, reasons, log, signal: kill, lifetime: kill, writes, notAwaited }
    const result = await this.#attempt(subject, due, request)
    const durationMs = clock.elapsed() - begun
    const record = {
      id,
      controller,
      ...where,
      object,
      reasons,
      startedAt,
      durationMs,
      result,
      writes: { sent: writes.sent, changed: writes.changed },
      ...(writes.written.length === 0 ? {} : { written: writes.written }),
      ...(notAwaited.length === 0 ? {} : { notAwaited }),
    }
    reporter.ended(record, subject.generation, log)
  }

  async #attempt(subject: Subject, due: Due, request: RunRequest): Promise<ReconcileResult> {
    const { host, reporter } = this.#options
    const { partition } = host
    const { task } = due
    const traced = (until?: AbortSignal) => reporter.traced(due, request.id, () => subject.run({ ...request, until }))
    try {
      // Groups need no guard: the partition already narrows the watch of their members.
      const { object } = subject
      const isGuarded = partition !== undefined && object !== undefined
      const result = isGuarded ? await partition.guard(object, traced) : await traced()
      return conclude(task, result ?? { type: 'gone' }, (askedMs) => this.#paced(subject, request, askedMs))
    } catch (error) {
      return fail(task, error, request.signal)
    }
  }

  /** The delay before the next reconcile. An object that requeues immediately without end is backed off. */
  #paced({ generation }: Subject, { ref: object, reasons, writes, log }: RunRequest, askedMs?: number): number {
    const { host, pace, reporter } = this.#options
    const isTriggered = reasons.some(({ type }) => type !== 'again')
    const [isBusy, now] = [writes.changed > 0, host.clock.elapsed()]
    const paced = pace.note({ object, afterMs: askedMs, isBusy, isTriggered, generation, now })
    if (paced?.loop !== undefined) reporter.loops(paced.loop, log)
    return paced?.afterMs ?? 0
  }
}
