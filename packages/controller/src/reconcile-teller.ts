/** Tells everybody who wants to know what became of a reconcile: observers, traces, the log, the history, and the object itself. */
import { formatRef, type KubeObject, type LogFields, type Logger, type Ref, refOf } from '@kubewright/core'
import type { Task } from '@kubewright/queue'
import type { ControllerHost, ControllerObserver } from './controller-host.ts'
import type { EventSink } from './event-sink.ts'
import { History } from './history.ts'
import { LoopDetector } from './loop-detector.ts'
import { formatReason, type Reason } from './reason.ts'
import type { ReconcileRecord } from './reconcile-record.ts'

export interface ReconcileTellerOptions {
  readonly controller: string
  readonly host: ControllerHost
  readonly events: EventSink
  /** Whether objects that are written again and again are told of. */
  readonly reportsLoops: boolean
  /** The object as it is known now. */
  readonly find: (object: Ref) => KubeObject | undefined
  /** Whether nothing will ever be told of it again: it has gone, and that was heard. */
  readonly isGone: (object: Ref) => boolean
}

/** A key that is to be reconciled, and since when. */
export interface Due {
  readonly task: Task<string, Reason>
  readonly heardAt: number | undefined
}

export class ReconcileTeller {
  readonly #options: ReconcileTellerOptions
  readonly #history = new History()
  readonly #loops: LoopDetector

  constructor(options: ReconcileTellerOptions) {
    this.#options = options
    this.#loops = new LoopDetector(options.controller)
  }

  history(object?: Ref): readonly ReconcileRecord[] {
    return object === undefined ? this.#history.all() : this.#history.of(object)
  }

  began(id: string, object: Ref, { reasons, waitedMs }: Task<string, Reason>): void {
    const { controller } = this.#options
    this.#observe((observer) => observer.started?.({ id, controller, object, reasons, waitedMs }))
  }

  /** @param generation differs when somebody wants something else */
  ended(record: ReconcileRecord, generation: number | undefined, log: Logger): void {
    const { result, reasons, durationMs } = record
    const why = reasons.map(formatReason)
    if (result.type === 'error') log.error('reconcile failed', { error: result.error, why })
    else log.debug('reconciled', { result: result.type, why, durationMs })
    this.#history.add(record)
    this.#observe((observer) => observer.ended?.(record))
    this.#reportLoop(record, generation)
  }

  /** Runs it inside a span, if anybody traces. */
  traced<Result>({ task, heardAt }: Due, id: string, reconcile: () => Promise<Result>): Promise<Result> {
    const { controller, host } = this.#options
    const { tracing, clock } = host
    if (tracing === undefined) return reconcile()
    const attributes = {
      'kubewright.controller': controller,
      'kubewright.object': task.key,
      'kubewright.reconcile.id': id,
      'kubewright.reason': task.reasons.map(formatReason).join(', '),
      'kubewright.waited_ms': task.waitedMs,
      'kubewright.failures': task.failures,
    }
    const heard = heardAt === undefined ? {} : { heardAt: clock.now() - (clock.elapsed() - heardAt) }
    return tracing.span(`reconcile ${controller}`, attributes, reconcile, heard)
  }

  /** Where nobody is left to hear of it, a log that throws is not heard. */
  complain(message: string, fields: LogFields): void {
    const { host, controller } = this.#options
    try {
      host.log.error(message, { controller, ...fields })
    } catch {
      // The reconcile is tried again; that is all that can be done.
    }
  }

  /** The object has gone. */
  forget(object: KubeObject): void {
    this.#loops.forget(refOf(object))
  }

  /** Observers look on: what they do wrong changes nothing. */
  #observe(tell: (observer: ControllerObserver) => void): void {
    const { observer } = this.#options.host
    if (observer === undefined) return
    try {
      tell(observer)
    } catch (error) {
      this.complain('an observer failed', { error })
    }
  }

  #reportLoop({ object, writes }: ReconcileRecord, generation: number | undefined): void {
    const { host, events, reportsLoops, find, isGone } = this.#options
    if (!reportsLoops) return
    if (writes.changed > 0 && isGone(object)) return this.#loops.forget(object)
    const loop = this.#loops.note(object, { generation, changed: writes.changed, now: host.clock.elapsed() })
    if (loop === undefined) return
    this.#observe((observer) => observer.loops?.(loop))
    host.log.warn('an object is reconciled again and again, and written each time', {
      ...loop,
      object: formatRef(object),
    })
    const live = find(object)
    if (live === undefined) return
    const seconds = Math.ceil(loop.withinMs / 1000)
    events
      .recorderFor(live)
      .warning('ReconcileLoop', `Reconciled ${loop.reconciles} times in ${seconds} s without a change of its spec.`)
  }
}
