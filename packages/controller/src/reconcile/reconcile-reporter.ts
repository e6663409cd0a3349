/** Reports each reconcile to observers, traces, the log, the history, and events on the object. */
import { formatRef, type KubeObject, type LogFields, type Logger, type Ref, refOf } from '@kubewright/core'
import type { Task } from '@kubewright/queue'
import type { ControllerHost } from '../host/controller-host.ts'
import type { ControllerLog } from '../host/controller-log.ts'
import type { ControllerObserver, HotLoop } from '../host/controller-observer.ts'
import type { EventSink } from '../events/event-sink.ts'
import type { FailingObjects } from './failing-objects.ts'
import { failedReason } from '../definition/failure-report.ts'
import { History } from './history.ts'
import { LoopDetector } from './loop-detector.ts'
import { publicMessage } from './public-message.ts'
import { formatReason, type Reason, wakingReasons } from '../request/reason.ts'
import type { ReconcileRecord } from '../host/reconcile-record.ts'

export interface ReconcileReporterOptions {
  readonly controller: string
  /** `undefined` for home. */
  readonly cluster?: string | undefined
  readonly host: ControllerHost
  readonly log: ControllerLog
  readonly events: EventSink
  /** Whether to report hot loops. */
  readonly reportsLoops: boolean
  readonly failing: FailingObjects
  /** Whether to report repeated failures by events. */
  readonly reportsFailures: boolean
  /** The object in the cache. */
  readonly find: (object: Ref) => KubeObject | undefined
  /** Whether its deletion event has passed, so that no later event cleans up after it. */
  readonly isGone: (object: Ref) => boolean
}

/** A key to reconcile, and when its first change arrived. */
export interface Due {
  readonly task: Task<string, Reason>
  readonly arrivedAt: number | undefined
}

export class ReconcileReporter {
  readonly #options: ReconcileReporterOptions
  readonly #history = new History()
  readonly #loops: LoopDetector

  constructor(options: ReconcileReporterOptions) {
    this.#options = options
    this.#loops = new LoopDetector(options.controller, options.cluster)
  }

  history(object?: Ref): readonly ReconcileRecord[] {
    return object === undefined ? this.#history.all() : this.#history.of(object)
  }

  began(id: string, object: Ref, { reasons, waitedMs }: Task<string, Reason>): void {
    const { controller, cluster } = this.#options
    const where = cluster === undefined ? {} : { cluster }
    this.#observe((observer) => observer.started?.({ id, controller, ...where, object, reasons, waitedMs }))
  }

  /** @param generation changes when the desired state changes */
  ended(record: ReconcileRecord, generation: number | undefined, log: Logger): void {
    const { result, reasons, durationMs } = record
    const why = wakingReasons(reasons).map(formatReason)
    if (result.type === 'error') log.error(failureMessage(result.isTerminal), { error: result.error, why })
    else log.debug('reconciled', { result: result.type, why, durationMs })
    this.#history.add(record)
    this.#observe((observer) => observer.ended?.(record))
    this.#reportFailure(record)
    this.#reportLoop(record, generation)
  }

  /** Reports an object whose reconciles requeue immediately without end. */
  loops(loop: HotLoop, log: Logger): void {
    const { events, reportsLoops, find } = this.#options
    if (!reportsLoops) return
    this.#observe((observer) => observer.loops?.(loop))
    const next = 'Return done() and wait for a change, or again() with a longer time.'
    log.warn('reconcile requeues itself immediately without end, backing off', { ...timesOf(loop), next })
    const live = find(loop.object)
    if (live === undefined) return
    const note = `Requeued immediately ${loop.reconciles} times in a row; further reconciles back off.`
    events.recorderFor(live).warning('ReconcileLoop', note)
  }

  /** Runs it inside a span if tracing is configured. */
  traced<Result>({ task, arrivedAt }: Due, id: string, reconcile: () => Promise<Result>): Promise<Result> {
    const { controller, cluster, host } = this.#options
    const { tracing, clock } = host
    if (tracing === undefined) return reconcile()
    const attributes = {
      'kubewright.controller': controller,
      ...(cluster === undefined ? {} : { 'kubewright.cluster': cluster }),
      'kubewright.object': task.key,
      'kubewright.reconcile.id': id,
      'kubewright.reason': wakingReasons(task.reasons).map(formatReason).join(', '),
      'kubewright.waited_ms': task.waitedMs,
      'kubewright.failures': task.failures,
    }
    const arrived = arrivedAt === undefined ? {} : { heardAt: clock.now() - (clock.elapsed() - arrivedAt) }
    return tracing.span(`reconcile ${controller}`, attributes, reconcile, arrived)
  }

  /** Called when the object is gone. */
  forget(object: KubeObject): void {
    this.#loops.forget(refOf(object))
    this.#options.failing.forget(refOf(object))
  }

  /** A failing observer must not affect the reconcile. */
  #observe(notify: (observer: ControllerObserver) => void): void {
    const { host, log } = this.#options
    const { observer } = host
    if (observer === undefined) return
    try {
      notify(observer)
    } catch (error) {
      log.error('observer of reconciles failed, the reconcile is not affected', { error })
    }
  }

  /** A paused object keeps its failure count: it was not reconciled, so it has neither failed nor succeeded. */
  #reportFailure({ object, result }: ReconcileRecord): void {
    const { failing, reportsFailures, events, find, host } = this.#options
    if (result.type === 'paused') return
    if (result.type !== 'error') return failing.forget(object)
    const isReported = failing.failed(object, { isTerminal: result.isTerminal, now: host.clock.elapsed() })
    const live = isReported && reportsFailures ? find(object) : undefined
    if (live !== undefined) events.recorderFor(live).warning(failedReason, publicMessage(result.error))
  }

  #reportLoop({ object, writes }: ReconcileRecord, generation: number | undefined): void {
    const { host, events, reportsLoops, find, isGone } = this.#options
    if (!reportsLoops) return
    if (writes.changed > 0 && isGone(object)) return this.#loops.forget(object)
    const loop = this.#loops.note(object, { generation, changed: writes.changed, now: host.clock.elapsed() })
    if (loop === undefined) return
    this.#observe((observer) => observer.loops?.(loop))
    host.log.warn('hot loop: each reconcile writes the object and triggers the next', {
      ...loop,
      ...timesOf(loop),
      object: formatRef(object),
      next: 'Make the reconcile idempotent: the same spec must give the same writes, so write no current time. Or find the client that reverts the write each time.',
    })
    const live = find(object)
    if (live === undefined) return
    const seconds = Math.ceil(loop.withinMs / 1000)
    events
      .recorderFor(live)
      .warning('ReconcileLoop', `Reconciled ${loop.reconciles} times in ${seconds} s without a change of its spec.`)
  }
}

function failureMessage(isTerminal: boolean): string {
  return isTerminal
    ? 'reconcile failed permanently, will not retry before the next change'
    : 'reconcile failed, will retry'
}

function timesOf({ reconciles, withinMs }: HotLoop): LogFields {
  return { reconciles, withinMs: Math.round(withinMs) }
}
